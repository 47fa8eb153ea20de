import { bindExpressions } from '../../search/bind.ts'
import { chooseSpanSample, writeSampleCondition } from '../spans/choose-span-sample.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-span-volume.sql?raw'
import { decodeVolumeRow, type SignalVolume, toSignalVolume, volumeParams } from './volume.ts'

/** Above so many spans a sample of whole traces is read. */
const SAMPLE_ABOVE_SPANS = 50_000

/**
 * Lists how much of the spans is of each service, and of each of its operations.
 *
 * @param options.range Of the start of the span.
 * @throws {StoreError} Any kind.
 */
export async function listSpanVolume(
  store: Store,
  { range }: { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<SignalVolume> {
  const sample = await chooseSpanSample(store, { search: undefined, range, most: SAMPLE_ABOVE_SPANS }, signal)
  const params = { ...volumeParams(range), ...sample }
  const statement = { name: 'list-span-volume', sql, params, decode: decodeVolumeRow }
  const bound = bindExpressions(statement, () => ({ sample: writeSampleCondition(sample) }))
  return toSignalVolume(await store.query(bound, signal))
}
