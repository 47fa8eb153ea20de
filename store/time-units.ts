/** Lengths of time: in nanoseconds as bigints, as times are; in milliseconds and seconds as numbers. */
export const MILLISECOND_NS = 1_000_000n
export const SECOND_NS = 1_000n * MILLISECOND_NS
export const MINUTE_NS = 60n * SECOND_NS
export const HOUR_NS = 60n * MINUTE_NS
export const DAY_NS = 24n * HOUR_NS

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const HOUR_S = 3_600
export const DAY_S = 24 * HOUR_S

/** A time or length in whole milliseconds; what is less is cut off. */
export const msOfNs = (ns: bigint): number => Number(ns / MILLISECOND_NS)
