import { z } from 'zod'
import { type BindParameter, bindExpressions } from '../../search/bind.ts'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-drop-samples.sql?raw'

/** An item that a drop rule removed. */
export type DropSample = z.output<typeof row>

interface DropSamplesQuery {
  /** '' for every rule. @default '' */
  readonly rule?: string
  /** Services to leave out. @default [] */
  readonly hidden?: readonly string[]
  /** At most seven days: what the rules removed is kept no longer. */
  readonly range: TimeRange
  /** 1 to 1,000. */
  readonly limit: number
  /** Writes conditions as an expression over the columns of the SQL. @default all samples match */
  readonly writeConditions?: (bind: BindParameter) => string
}

/**
 * Lists samples of what the drop rules removed, chosen at random: at most 32 of each rule and hour, and as many again of a rule that removes
 * both spans and log records.
 *
 * @returns Newest first; an empty array if nothing was removed, or with ERRATA_NOISE_SAMPLES=0.
 * @throws {StoreError} Any kind.
 */
export function listDropSamples(
  store: Store,
  { rule = '', hidden = [], range, limit, writeConditions }: DropSamplesQuery,
  signal?: AbortSignal,
): Promise<DropSample[]> {
  const params = { rule, hidden, fromNs: range.from, toNs: range.to, limit }
  const statement = { name: 'list-drop-samples', sql, params, decode: row.parse }
  return store.query(
    bindExpressions(statement, bind => ({ conditions: writeConditions?.(bind) })),
    signal,
  )
}

const row = z.object({
  rule: z.string(),
  id: z.string(),
  atNs: int64,
  /** Which condition of the rule matched, from 1, in the order of collector-config.yaml. */
  condition: z.number(),
  shape: z.enum(['span', 'event', 'log']),
  /** The kind of a span as the exporter writes it: `Server`; '' for other items. */
  kind: z.string(),
  service: z.string(),
  route: z.string(),
  release: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  /** Of the span or event. */
  name: z.string(),
  /** The exception's message, else the log's body or the span's status message. */
  text: z.string(),
  attributes: z.record(z.string(), z.string()),
  resource: z.record(z.string(), z.string()),
  /** True if the conditions match it. */
  taken: booleanColumn,
})
