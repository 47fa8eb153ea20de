import type { FoundLog, FoundVital } from '../../../store/logs/find-logs.ts'
import { formatDuration, parseMilliseconds } from '../../format/duration.ts'
import { groupRuns } from '../../ui/table/group-runs.ts'

/** A row of a log list: a record, or the web vitals in succession of one page view. */
export interface LogRow extends FoundLog {
  /** None of a record that is no web vital. */
  readonly vitals: readonly VitalValue[]
}

/** `INP 224 ms` and `needs improvement`. */
interface VitalValue {
  /** Of its record. */
  readonly id: string
  readonly text: string
  /** '' of a good one beside others that are not. */
  readonly rating: string
  readonly className: 'bad' | 'warn' | 'muted'
}

/** What a visitor waits for comes first. */
const ORDER = ['lcp', 'inp', 'cls', 'fcp', 'ttfb']

/**
 * Folds the web vitals in succession of one service, session and trace: a browser sends up to five a page view.
 * The open record and those beside it have their own rows, so that each can be opened.
 *
 * @param logs in the order of time
 */
export function foldVitals(logs: readonly FoundLog[], openId: string | undefined): LogRow[] {
  return groupRuns(logs, isSameView).flatMap(run => {
    if (run.some(({ id }) => id === openId)) return toLogRows(run)
    return [{ ...run[0], vitals: describeVitals(run) }]
  })
}

/** One row a record. */
export const toLogRows = (logs: readonly FoundLog[]): LogRow[] =>
  logs.map(log => ({ ...log, vitals: describeVitals([log]) }))

const isSameView = (a: FoundLog, b: FoundLog) =>
  a.vital !== undefined &&
  b.vital !== undefined &&
  a.traceId !== '' &&
  a.traceId === b.traceId &&
  a.sessionId === b.sessionId &&
  a.service === b.service &&
  a.severityNumber === b.severityNumber &&
  a.originalTime === b.originalTime

function describeVitals(logs: readonly FoundLog[]): VitalValue[] {
  const vitals = logs.flatMap(({ id, vital }) => (vital === undefined ? [] : [{ id, ...vital }]))
  const ranked = vitals.toSorted((a, b) => rankOf(a) - rankOf(b))
  const areGood = vitals.every(({ rating }) => rating === 'good')
  return ranked.map(({ id, name, value, rating }, index) => {
    const ns = name === 'cls' ? undefined : parseMilliseconds(value)
    return {
      id,
      text: `${name.toUpperCase()} ${ns === undefined ? value : formatDuration(ns)}`,
      rating: rating !== 'good' || (areGood && index === ranked.length - 1) ? rating.replaceAll('-', ' ') : '',
      className: rating === 'poor' ? 'bad' : rating === 'needs-improvement' ? 'warn' : 'muted',
    }
  })
}

const rankOf = ({ name }: FoundVital) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1)
