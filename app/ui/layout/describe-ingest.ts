import { formatAgo, formatTimeOfDay } from '../../format/time.ts'
import { OUTAGE_TEXT } from '../feedback/outage.ts'
import type { IngestState } from './header-data.ts'

/** A canary is sent every ten seconds. */
const LATE_NS = 30_000_000_000n
/** Collectors report every five seconds; a minute allows for a retried batch. */
const SILENT_NS = 60_000_000_000n

interface IngestDescription {
  readonly level: 'good' | 'warn' | 'bad' | 'muted'
  readonly status: string
  readonly details: string
}

/** The colour of the header's dot, its label and its explanation. Only what was seen to work is green. */
export function describeIngest(state: IngestState): IngestDescription {
  if ('outage' in state) {
    const { title, what } = OUTAGE_TEXT[state.outage]
    const isBusy = state.outage === 'timeout' || state.outage === 'overloaded'
    return isBusy
      ? { level: 'muted', status: 'Ingest unknown', details: what }
      : { level: 'bad', status: title, details: what }
  }
  const { newestNs, reportedNs, asOfNs } = state
  const asOf = `as of ${formatTimeOfDay(asOfNs).slice(0, 8)} UTC`
  const age = newestNs === undefined ? 'over a week ago' : formatAgo(newestNs, asOfNs)
  const details = `latest canary ${age}, ${asOf}`
  if (newestNs === undefined || newestNs < asOfNs - LATE_NS) return { level: 'bad', status: 'Ingest late', details }
  if (reportedNs !== undefined && reportedNs >= asOfNs - SILENT_NS) {
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
