import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-calls.sql?raw'

/** What calls or is called. Only services send spans of their own; the others are known by what their callers say. */
export interface ServiceNode {
  readonly kind: 'service' | 'database' | 'queue' | 'host'
  /** service.name; for a database its system and, where callers tell it, its namespace, for a queue its system and destination, else peer.service or server.address. */
  readonly name: string
}

/** The calls from one node to another. */
export interface ServiceCall {
  readonly caller: ServiceNode
  readonly callee: ServiceNode
  /** An estimate where the sample is not exact, as is `failed`. */
  readonly calls: number
  /** The average number of them in a trace that has any. */
  readonly perTrace: number
  /** By the callee's own spans, where it has any, else by the caller's. */
  readonly failed: number
  /** Further ones that failed for the caller alone: an answer of 404, or one that came too late. */
  readonly failedForCaller: number
  /** Failed ones in whose trace a call by the callee failed too; an estimate like `failed`. */
  readonly propagated: number
  /** Two standard errors of `calls`, as a share of them; 0 where they are exact. */
  readonly error: number
  /** Where a database or a queue runs, as callers name it: at most twenty, most calls first, which are estimates like `calls`. */
  readonly hosts: readonly { readonly name: string; readonly calls: number }[]
  /** Percentiles of what the caller waited; of a consumer, of its processing. */
  readonly p50: Ns
  readonly p95: Ns
}

/** How many traces were read. */
export interface TraceSample {
  /** How many were read. */
  readonly traces: number
  /** One trace in so many was read, on average; 1 where all were, and counts are exact. */
  readonly oneIn: number
}

export interface ServiceCallList {
  /** Most calls first. */
  readonly calls: readonly ServiceCall[]
  /** The number of pairs of caller and callee in the traces that were read: those that are not listed are less frequent, and failed less. */
  readonly total: number
  readonly sample: TraceSample
}

/** Of more traces a part is read: of some five minutes of the range, or with some ids. */
const MAX_TRACES = 4_096

/**
 * Lists who calls whom, from whole traces: all calls, or those that one service makes or answers.
 *
 * @param query.limit 1 to 1000
 * @returns Of more than the limit those with the most calls, of which a failed one counts as a hundred.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/general/attributes/ for `server.address`, `peer.service`
 * @see https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ for `messaging.destination.name`
 */
export async function listCalls(
  store: Store,
  { range, limit, ...scope }: ScopeFilter & { readonly range: TimeRange; readonly limit: number },
  signal?: AbortSignal,
): Promise<ServiceCallList> {
  const params = {
    fromNs: range.from,
    toNs: range.to,
    ...scopeFilterParams(scope),
    maxTraces: MAX_TRACES,
    limit,
  }
  const rows = await store.query({ name: 'list-calls', sql, params, decode: row.parse }, signal)
  const [first] = rows
  return {
    calls: rows.map(({ call }) => call).toSorted((a, b) => b.calls - a.calls),
    total: first?.all ?? 0,
    sample: { traces: first?.traces ?? 0, oneIn: first?.oneIn ?? 1 },
  }
}

const nodeKindSchema = z.enum(['service', 'database', 'queue', 'host'])
const row = z
  .object({
    callerKind: nodeKindSchema,
    caller: z.string(),
    calleeKind: nodeKindSchema,
    callee: z.string(),
    calls: countColumn,
    failed: countColumn,
    ofCaller: countColumn,
    propagated: countColumn,
    perTrace: z.number(),
    percentiles: z.tuple([int64, int64]),
    all: countColumn,
    traces: countColumn,
    oneIn: z.number(),
    error: z.number(),
    hosts: z.array(z.string()),
    ofHosts: z.array(countColumn),
  })
  .transform(
    ({
      callerKind,
      caller,
      calleeKind,
      callee,
      calls,
      failed,
      ofCaller,
      propagated,
      perTrace,
      error,
      hosts,
      ofHosts,
      percentiles: [p50, p95],
      ...sample
    }) => {
      const call: ServiceCall = {
        caller: { kind: callerKind, name: caller },
        callee: { kind: calleeKind, name: callee },
        calls,
        failed,
        failedForCaller: ofCaller,
        propagated,
        perTrace,
        error,
        hosts: hosts.map((name, at) => ({ name, calls: ofHosts[at] ?? 0 })),
        p50,
        p95,
      }
      return { call, ...sample }
    },
  )
