import { listRhythmsAt, type RhythmAt } from '../../../store/alerts/list-rhythms-at.ts'
import type { Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { EVEN_PART, MIN_RUNS, MIN_SILENCE_MS } from '../../insights/thresholds.ts'
import { askOnce } from './ask-once.ts'

/** Lists operations that had not run lately at some times. Rules of missed jobs and of stopped requests share the query. */
export function askRhythms(store: Store, slotsMs: readonly number[], signal?: AbortSignal): Promise<RhythmAt[]> {
  const rhythm = { leastSilenceMs: MIN_SILENCE_MS, leastRuns: MIN_RUNS, evenPart: EVEN_PART }
  const times = slotsMs.map(nsOfMs)
  return askOnce(store, { key: ['rhythms', times], ask: () => listRhythmsAt(store, { times, ...rhythm }, signal) })
}
