import type { Store } from '../store.ts'
import { countSpanSamples } from './count-span-samples.ts'
import type { SpanSearch } from './find-spans.ts'

/** Which traces a query reads. */
export interface SpanSample {
  /** One trace in 2^level. */
  readonly level: number
  /** Whether they are read from `span_samples`. */
  readonly isStored: boolean
}

export const EVERY_SPAN: SpanSample = { level: 0, isStored: false }

/** `span_samples` has one trace in 16. */
const STORED_LEVEL = 4
/** Of fewer spans, two standard errors of a share may be more than 1.1 %, as if spans were independent. */
const MIN_SAMPLE = 8_000

/**
 * Chooses whether a query reads all spans of a search or a sample of whole traces.
 *
 * @param most Spans to read at most, about.
 * @throws {StoreError} Any kind.
 */
export async function chooseSpanSample(
  store: Store,
  { most, ...search }: SpanSearch & { readonly most: number },
  signal?: AbortSignal,
): Promise<SpanSample> {
  const matches = await countSpanSamples(store, search, signal)
  const halvings = Math.max(0, Math.ceil(Math.log2((matches * 2 ** STORED_LEVEL) / most)))
  if (halvings === 0 || matches < MIN_SAMPLE) return { level: Math.min(halvings, STORED_LEVEL - 1), isStored: false }
  return { level: Math.max(halvings, STORED_LEVEL), isStored: true }
}

/** Writes a statement with the comments `or span_samples` and `sample` so that it reads a sample. */
export function insertSpanSample(sql: string, { isStored }: SpanSample): string {
  if (!isStored) return sql
  return sql
    .replaceAll('otel_traces /* or span_samples */', 'span_samples')
    .replaceAll(/\(\/\* sample \*\/ .*? = 0\)/g, '(Level >= {level:UInt8})')
}
