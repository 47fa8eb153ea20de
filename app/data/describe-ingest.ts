import { CANARY_LATE_AFTER_MS, MAX_REPORT_AGE_MS } from '../../store/pipeline/get-pipeline-health.ts'
import { type Ns, nsOfMs } from '../../store/units.ts'
import { formatAgo, formatTimeOfDay } from '../format/time.ts'
import { zoneAt } from '../format/time-zone.ts'
import type { Outage } from '../ui/feedback/outage.ts'
import type { IngestStatus } from '../ui/layout/header-data.ts'
import { outageStatus } from '../ui/layout/outage-status.ts'

/** How fresh the stored telemetry is. */
interface Freshness {
  /** When the newest stored canary was sent; `undefined` if there is none. */
  readonly newestNs: Ns | undefined
  /** When a Collector last reported its metrics; `undefined` if none has in the last hour. */
  readonly reportedNs: Ns | undefined
  /** The database's current time. */
  readonly asOfNs: Ns
}

/** The colour of the header's dot, its label and its explanation. Only what was seen to work is green. */
export function describeIngest(state: Freshness | { readonly outage: Outage }): IngestStatus {
  if ('outage' in state) return outageStatus(state.outage)
  const { newestNs, reportedNs, asOfNs } = state
  const asOf = `as of ${formatTimeOfDay(asOfNs).slice(0, 8)} ${zoneAt(asOfNs)}`
  const age = newestNs === undefined ? 'over a week ago' : formatAgo(newestNs, asOfNs)
  const details = `latest canary ${age}, ${asOf}`
  if (newestNs === undefined || newestNs < asOfNs - nsOfMs(CANARY_LATE_AFTER_MS)) {
    return { level: 'bad', status: 'Ingest late', details }
  }
  if (reportedNs !== undefined && reportedNs >= asOfNs - nsOfMs(MAX_REPORT_AGE_MS)) {
    return { level: 'good', status: 'Ingest healthy', details }
  }
  const missing =
    reportedNs === undefined
      ? 'no Collector metrics came in the last hour'
      : `the latest Collector metrics came ${formatAgo(reportedNs, asOfNs)}`
  return {
    level: 'warn',
    status: 'Collectors silent',
    details: `telemetry arrives, but ${missing}, ${asOf}`,
  }
}
