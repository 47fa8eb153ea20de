import { z } from 'zod'
import { booleanColumn, countColumn } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import type { TraceSample } from './list-calls.ts'
import sql from './list-span-shapes.sql?raw'

/** The facts that spans of a service have in common: which attributes they have, and what they lack. */
export interface SpanShape {
  readonly kind: string
  /** The asked names that their attributes have, in order of text. */
  readonly names: readonly string[]
  /** Likewise of their resource. */
  readonly resourceNames: readonly string[]
  /** `telemetry.sdk.language`; '' if it is not told. */
  readonly language: string
  /** `telemetry.sdk.version`; '' if it is not told. */
  readonly sdkVersion: string
  /** The rejection threshold of consistent sampling, hexadecimal; '' without one. */
  readonly threshold: string
  readonly failed: boolean
  readonly isGraphql: boolean
  readonly hasException: boolean
  /** True if an exception that it recorded has no stack trace. */
  readonly lacksStack: boolean
  /** 'backwards': it ends before it starts. */
  readonly timing: '' | 'zero' | 'backwards'
  /** True if it was answered with 404: no route is expected. */
  readonly isNotFound: boolean
  readonly parent: 'none' | 'arrived' | 'missing'
  /** For a server's span without its parent, the client's User-Agent, else its address; else ''. */
  readonly caller: string
  /** True if it starts before its parent, which another service sent. */
  readonly isEarly: boolean
  readonly spans: number
}

export interface SpanShapes {
  /** Most spans first. */
  readonly shapes: readonly SpanShape[]
  readonly sample: TraceSample
}

interface SpanShapesQuery extends ScopeFilter {
  readonly range: TimeRange
  readonly service: string
  /** Names of attributes to look for. */
  readonly names: readonly string[]
}

/** If there are more, one in 4, 16, … is read. */
const MAX_TRACES = 1_024
const MAX_SHAPES = 5_000

/**
 * Reads what kinds of spans a service sends, from whole traces.
 *
 * @returns No shapes if the service sent no span.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/otel/trace/tracestate-probability-sampling/ for `threshold`
 */
export async function listSpanShapes(
  store: Store,
  { range, names, ...scope }: SpanShapesQuery,
  signal?: AbortSignal,
): Promise<SpanShapes> {
  const { service, environment, release } = scopeFilterParams(scope)
  const asked = { service, environment, release, names, maxTraces: MAX_TRACES, limit: MAX_SHAPES }
  const params = { fromNs: range.from, toNs: range.to, ...asked }
  const rows = await store.query({ name: 'list-span-shapes', sql, params, decode: row.parse }, signal)
  const [first] = rows
  return {
    shapes: rows.map(({ traces: _, oneIn: __, ...shape }) => shape),
    sample: { traces: first?.traces ?? 0, oneIn: first?.oneIn ?? 1 },
  }
}

const row = z.object({
  kind: z.string(),
  names: z.array(z.string()),
  resourceNames: z.array(z.string()),
  language: z.string(),
  sdkVersion: z.string(),
  threshold: z.string(),
  failed: booleanColumn,
  isGraphql: booleanColumn,
  hasException: booleanColumn,
  lacksStack: booleanColumn,
  timing: z.enum(['', 'zero', 'backwards']),
  isNotFound: booleanColumn,
  parent: z.enum(['none', 'arrived', 'missing']),
  caller: z.string(),
  isEarly: booleanColumn,
  spans: countColumn,
  traces: countColumn,
  oneIn: countColumn,
})
