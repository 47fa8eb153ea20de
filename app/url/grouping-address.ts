/** Path of the grouping rules. */
export const GROUPING_PATH = '/grouping'

/** Each is tested with the exceptions of all issues. */
export const MAX_RULES = 20

/** Past-tense labels, which follow the name of a rule. */
export const RULE_ACTION_LABELS = {
  applied: 'applied',
  ended: 'ended',
  undone: 'reverted',
} as const

export type RuleAction = keyof typeof RULE_ACTION_LABELS

export const isRuleAction = (text: string): text is RuleAction => Object.hasOwn(RULE_ACTION_LABELS, text)
