/** Path of the grouping rules. */
export const GROUPING_PATH = '/grouping'

/** Each is tested with the exceptions of all issues. */
export const MAX_RULES = 20

/** Past-tense labels, which follow the name of a rule. */
export const RULE_ACTION_RESULT_LABELS = {
  applied: 'applied',
  ended: 'ended',
  undone: 'reverted',
} as const

export type RuleActionResult = keyof typeof RULE_ACTION_RESULT_LABELS

export const isRuleActionResult = (text: string): text is RuleActionResult =>
  Object.hasOwn(RULE_ACTION_RESULT_LABELS, text)
