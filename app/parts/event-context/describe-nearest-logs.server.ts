import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import type { Ns } from '../../../store/units.ts'
import { formatDuration } from '../../format/duration.ts'
import { severityClass, severityName } from '../../format/severity.ts'

/** A log record of the trace of an exception. */
export interface NearLog {
  readonly id: string
  /** `1.2 ms before` the exception. */
  readonly when: string
  readonly severity: string
  readonly className: string
  readonly text: string
  readonly service: string
  readonly isBrowser: boolean
}

const MAX_LOGS = 6
/** Events that browsers report by themselves: breadcrumbs have them. */
const OF_BROWSERS = /^(browser|errata|session)\./

/**
 * What services logged nearest to an exception, oldest first, without exceptions.
 *
 * @param atNs of the exception
 */
export function describeNearestLogs(logs: readonly TraceLog[], atNs: Ns): NearLog[] {
  const distance = (log: TraceLog) => (log.atNs < atNs ? atNs - log.atNs : log.atNs - atNs)
  return logs
    .filter(
      ({ message, eventName, attributes }) =>
        message !== '' && attributes['exception.type'] === undefined && !OF_BROWSERS.test(eventName),
    )
    .toSorted((a, b) => (distance(a) < distance(b) ? -1 : 1))
    .slice(0, MAX_LOGS)
    .toSorted((a, b) => (a.atNs < b.atNs ? -1 : 1))
    .map(log => ({
      id: log.id,
      when:
        log.atNs === atNs ? 'same time' : `${formatDuration(distance(log))} ${log.atNs < atNs ? 'before' : 'after'}`,
      severity: severityName(log.severityNumber),
      className: severityClass(log.severityNumber),
      text: log.messageRest > 0 ? `${log.message}…` : log.message,
      service: log.service,
      isBrowser: log.isBrowser,
    }))
}
