import { listRequestCounts, type RequestCounts } from '../../../store/alerts/list-request-counts.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { askOnce } from './ask-once.ts'

/** Transactions of times that are over, which rules compare with for five minutes. */
export function askCounts(store: Store, windows: readonly TimeRange[], signal?: AbortSignal): Promise<RequestCounts[]> {
  const key = ['counts', windows.map(({ from, to }) => [from, to])]
  return askOnce(store, { key, isKept: true, ask: () => listRequestCounts(store, { windows }, signal) })
}
