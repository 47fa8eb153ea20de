import { writeConditions } from '../../search/write-conditions.ts'
import { TABLES } from '../schema/tables/table-names.ts'
import { chooseSampleLevel, type SampleLevel } from '../search-results/choose-sample.ts'
import { countSamples } from '../search-results/count-samples.ts'
import type { Store } from '../store.ts'
import type { LogSearch } from './find-logs.ts'

/** Above so many records a sample is read. */
const SAMPLE_ABOVE_LOGS = 20_000
/** Of fewer records, two standard errors of a share may be more than 2.2 %. Those of a day are read in a second, so it is less than for spans. */
const MIN_SAMPLE = 2_000

/**
 * Chooses how many of a search's log records are read, and from which table.
 *
 * @throws {StoreError} Any kind.
 */
export async function chooseLogSample(store: Store, { search, range, hidden = [] }: LogSearch, signal?: AbortSignal) {
  const samples = { samples: TABLES.logSamples, range, hidden } as const
  const matches = await countSamples(store, samples, bind => writeConditions(search, 'logs', bind), signal)
  const sample = chooseSampleLevel(matches, { most: SAMPLE_ABOVE_LOGS, least: MIN_SAMPLE })
  return { sample, table: sample.isStored ? TABLES.logSamples : TABLES.logs }
}

/** The condition of a record in the sample; `undefined` if all are read. */
export function writeLogSample({ level, isStored }: SampleLevel): string | undefined {
  if (isStored) return 'Level >= {level:UInt8}'
  return level === 0 ? undefined : 'bitAnd(Id, bitShiftLeft(1::UInt64, {level:UInt8}) - 1) = 0'
}
