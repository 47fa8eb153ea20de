/** The values of several keys of a group stand in one text, apart by this sign, which no value has. */
export const GROUP_SEPARATOR = '\u001f'

/** By what groups of spans are sorted, greatest first: percentiles, `average` and the like are those of the measure. */
export const GROUP_ORDERS = ['count', 'failed', 'p50', 'p95', 'p99', 'time', 'average', 'least', 'most', 'sum'] as const

export type GroupOrder = (typeof GROUP_ORDERS)[number]
