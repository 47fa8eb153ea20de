import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import { TABLES } from '../schema/tables/table-names.ts'
import { chooseSampleLevel } from '../search-results/choose-sample.ts'
import { countSamples } from '../search-results/count-samples.ts'
import type { Store } from '../store.ts'
import type { SpanSearch } from './find-spans.ts'

/** Which traces a query reads. */
export interface SpanSample {
  /** One trace in 2^level. */
  readonly level: number
  readonly table: typeof TABLES.spans | typeof TABLES.spanSamples
}

export const EVERY_SPAN: SpanSample = { level: 0, table: TABLES.spans }

/** Above so many spans a comparison reads a sample of whole traces. */
export const COMPARISON_SAMPLE_ABOVE_SPANS = 50_000

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
  { most, search, range, hidden }: SpanSearch & { readonly most: number },
  signal?: AbortSignal,
): Promise<SpanSample> {
  const matches = await countSamples(
    store,
    { samples: TABLES.spanSamples, range, ...(hidden && { hidden }) },
    bind => writeSpanConditions(search, { range, bind }),
    signal,
  )
  const { level, isStored } = chooseSampleLevel(matches, { most, least: MIN_SAMPLE })
  return { level, table: isStored ? TABLES.spanSamples : TABLES.spans }
}

/** The condition on spans of its table. `undefined` for all. */
export function writeSampleCondition({ level, table }: SpanSample): string | undefined {
  if (table === TABLES.spanSamples) return 'Level >= {level:UInt8}'
  return level === 0 ? undefined : 'bitAnd(sipHash64(TraceId), bitShiftLeft(1::UInt64, {level:UInt8}) - 1) = 0'
}
