/** Where the rules of grouping are. */
export const PATH = '/grouping'

/** Each is held against every exception of an issue that rules take from. */
export const MOST_RULES = 20

/** What was done to a rule, behind its name. */
export const DID_TO_RULE = {
  applied: 'holds',
  ended: 'has ended',
  undone: 'is as before: it was taken back',
} as const

export type DidToRule = keyof typeof DID_TO_RULE

export const isDidToRule = (text: string): text is DidToRule => Object.hasOwn(DID_TO_RULE, text)
