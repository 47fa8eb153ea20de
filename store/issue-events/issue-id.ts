import { createHash } from 'node:crypto'

/** An id for an issue that people created: equal for equal parts. */
export const createIssueId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
