/** Stored samples have one trace or log record in 16, and levels, each half of the one before. */
export const STORED_LEVEL = 4

/** One in 2^level is read. */
export interface SampleLevel {
  readonly level: number
  /** Whether the stored sample has all of these. */
  readonly isStored: boolean
}

/**
 * Chooses how much of what a search matches is read.
 *
 * @param matches In the stored sample.
 * @param options.most Rows to read at most, about.
 * @param options.least Below so many matches the stored sample is too small.
 */
export function chooseSampleLevel(matches: number, { most, least }: { most: number; least: number }): SampleLevel {
  const halvings = Math.max(0, Math.ceil(Math.log2((matches * 2 ** STORED_LEVEL) / most)))
  if (halvings === 0 || matches < least) return { level: Math.min(halvings, STORED_LEVEL - 1), isStored: false }
  return { level: Math.max(halvings, STORED_LEVEL), isStored: true }
}
