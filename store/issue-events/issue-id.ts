import { createHash } from 'node:crypto'

/** A name for an issue that people made: the same for the same words. */
export const issueIdOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
