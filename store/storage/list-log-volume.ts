import { bindExpressions } from '../../search/bind.ts'
import { chooseLogSample, writeLogSample } from '../logs/choose-log-sample.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-log-volume.sql?raw'
import { decodeVolumeRow, type SignalVolume, toSignalVolume, volumeParams } from './volume.ts'

/**
 * Lists how much of the log records is of each service, and of each of its severities.
 *
 * @param options.range Of the timestamps.
 * @throws {StoreError} Any kind.
 */
export async function listLogVolume(
  store: Store,
  { range }: { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<SignalVolume> {
  const { sample, table } = await chooseLogSample(store, { search: undefined, range }, signal)
  const params = { ...volumeParams(range), level: sample.level, table }
  const statement = { name: 'list-log-volume', sql, params, decode: decodeVolumeRow }
  const bound = bindExpressions(statement, () => ({ sample: writeLogSample(sample) }))
  return toSignalVolume(await store.query(bound, signal))
}
