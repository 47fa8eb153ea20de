/** Where the rules of grouping are. */
export const GROUPING_PATH = '/grouping'

/** Each is held against every exception of an issue that rules take from. */
export const MAX_RULES = 20

/** What was done to a rule, behind its name. */
export const RULE_ACTION_LABELS = {
  applied: 'applied',
  ended: 'ended',
  undone: 'reverted',
} as const

export type RuleAction = keyof typeof RULE_ACTION_LABELS

export const isRuleAction = (text: string): text is RuleAction => Object.hasOwn(RULE_ACTION_LABELS, text)
