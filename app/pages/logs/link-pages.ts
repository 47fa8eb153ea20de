import type { FoundLogPage } from '../../../store/logs/find-log-page.ts'
import { type LogFilters, logsPath } from '../../url/log-filters.ts'

/** Links from a page of a log list to the one before it and to the one after it, if there is one. */
export function linkPages(filters: LogFilters, { logs, start, hasNext }: FoundLogPage) {
  const first = { ...filters, before: undefined, until: undefined, around: undefined, open: undefined }
  const firstShown = logs[0]
  const lastShown = logs.at(-1)
  const [back, on] = filters.sort === 'time' ? ['Older logs', 'Newer logs'] : ['Newer logs', 'Older logs']
  return {
    previous:
      start &&
      (firstShown === undefined
        ? { to: logsPath(first), label: 'First page' }
        : { to: logsPath({ ...first, until: placeOf(firstShown) }), label: back }),
    next: hasNext && lastShown ? { to: logsPath({ ...first, before: placeOf(lastShown) }), label: on } : undefined,
  }
}

const placeOf = ({ atNs, id }: FoundLogPage['logs'][number]) => ({ atNs, id })
