/** The four drop rules, by the name of their filter in collector-config.yaml, in the order in which they run. */
export const DROP_RULES = ['cross-origin-script-error', 'resize-observer-loop', 'health-check', 'not-found'] as const

/** How far before the end of a range the last match of a rule is searched. */
export const DROP_LOOKBACK_DAYS = 31
