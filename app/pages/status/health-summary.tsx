import type { StoredSignal } from '../../../store/pipeline/list-signals.ts'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import type { StatusVerdict } from './summarize-status.server.ts'

interface HealthSummaryProps {
  readonly verdict: StatusVerdict
  /** When the newest stored canary was created. */
  readonly newestNs: bigint | undefined
  /** `undefined` if they are unknown. */
  readonly signals: readonly StoredSignal[] | undefined
  readonly nowMs: number
}

/** One row of a signal. */
const SIGNAL_NOUNS = { spans: 'span', logs: 'log record', metrics: 'data point' } as const

/** Whether ingestion is healthy, in words. */
export function HealthSummary({ verdict, newestNs, signals = [], nowMs }: HealthSummaryProps) {
  const { colour, title, sentences, reports } = verdict
  return (
    <section className={`notice ${colour}-notice`} aria-labelledby="verdict">
      <h2 id="verdict">{title}</h2>
      {sentences.length > 0 && (
        <ul>
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {reports && (
        <p>
          {newestNs !== undefined && (
            <>
              Latest stored canary sent <RelativeTime atNs={newestNs} nowMs={nowMs} />.{' '}
            </>
          )}
          {reports}
        </p>
      )}
      <p className="under">
        {signals.toReversed().map(({ signal, newestStoredNs }) => (
          <span key={signal}>
            Latest {SIGNAL_NOUNS[signal]}{' '}
            {newestStoredNs === 0n ? 'none yet' : <RelativeTime atNs={newestStoredNs} nowMs={nowMs} />}
          </span>
        ))}
      </p>
    </section>
  )
}
