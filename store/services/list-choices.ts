import { z } from 'zod'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-choices.sql?raw'

/** What transactions can be told apart by. */
export interface Choice {
  /** deployment.environment.name, or service.version */
  readonly kind: 'environment' | 'release'
  readonly name: string
}

/**
 * Lists the environments and the releases that a transaction of the range names, in whole three hours: every page asks for them.
 *
 * @param options.limit 1 to 1000.
 * @returns Environments, then releases, by name; an empty array when there was none.
 * @throws {StoreError} Any kind.
 */
export function listChoices(
  store: Store,
  { range, limit = 200 }: { range: TimeRange; limit?: number },
  signal?: AbortSignal,
): Promise<Choice[]> {
  const params = { fromNs: range.from, toNs: range.to, limit }
  return store.ask({ name: 'list-choices', sql, params, decode: row.parse, patience: 'short' }, signal)
}

const row = z.object({ kind: z.enum(['environment', 'release']), name: z.string() })
