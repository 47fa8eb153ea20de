import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-typical-durations.sql?raw'

interface NamedOperation {
  readonly service: string
  readonly name: string
}

/** The usual duration of an operation's spans. */
export interface TypicalDuration extends NamedOperation {
  readonly medianNs: Ns
  /** The number of spans that were read. */
  readonly spans: number
}

interface TypicalQuery {
  /** At most 100. */
  readonly operations: readonly NamedOperation[]
  /** Starts of the spans. */
  readonly range: TimeRange
  /** About how many spans are looked at. @default 200_000 */
  readonly most?: number
}

/**
 * Lists how long spans of some operations last, in all traces of a time or in a sample of them.
 *
 * @returns By service and name, without operations of which no span was read.
 * @throws {StoreError} Any kind.
 */
export function listTypicalDurations(
  store: Store,
  { operations, range, most = 200_000 }: TypicalQuery,
  signal?: AbortSignal,
): Promise<TypicalDuration[]> {
  const params = {
    services: operations.map(({ service }) => service),
    names: operations.map(({ name }) => name),
    ...{ fromNs: range.from, toNs: range.to, most, limit: operations.length },
  }
  return store.query({ name: 'list-typical-durations', sql, params, decode: row.parse }, signal)
}

const row = z.object({ service: z.string(), name: z.string(), medianNs: int64, spans: countColumn })
