import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-queue-times.sql?raw'

/** The times that messages were in a queue before a service took them. */
export interface QueueTime {
  /** The queue or topic; '' if the consumer does not name it. */
  readonly queue: string
  /** Those of which the spans of both producer and consumer were read. */
  readonly messages: number
  /** From the end of the producer's span to the start of the consumer's. */
  readonly p50: Ns
  readonly p95: Ns
  readonly longest: Ns
}

export interface QueueTimes {
  /** Most messages first. */
  readonly queues: readonly QueueTime[]
  /** The numbers of consumers' spans that were read, and that the range has. */
  readonly read: number
  readonly all: number
}

/** If there are more consumers' spans, a fair choice is read: each needs the span of its producer. */
const MAX_CONSUMERS = 1_000

/**
 * Lists how long messages were in the queues from which a service takes them, by their producers' spans: parents, or linked to.
 *
 * @returns No queues if the service takes no messages, or if no producer is known.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/
 */
export async function listQueueTimes(
  store: Store,
  { range, ...scope }: ScopeFilter & { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<QueueTimes> {
  const { service = '', environment = '', release = '' } = scopeFilterParams(scope)
  const filter = { service, environment, release }
  const params = { ...filter, fromNs: range.from, toNs: range.to, maxConsumers: MAX_CONSUMERS, limit: 100 }
  const rows = await store.query({ name: 'list-queue-times', sql, params, decode: row.parse }, signal)
  const [first] = rows
  return { queues: rows.map(({ read, all, ...queue }) => queue), read: first?.read ?? 0, all: first?.all ?? 0 }
}

const row = z
  .object({
    queue: z.string(),
    messages: countColumn,
    percentiles: z.tuple([int64, int64]),
    longest: int64,
    read: countColumn,
    all: countColumn,
  })
  .transform(({ percentiles: [p50, p95], ...of }) => ({ ...of, p50, p95 }))
