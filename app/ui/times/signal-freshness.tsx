import type { StoredSignal } from '../../../store/pipeline/list-signals.ts'
import { formatApproximate } from '../../format/count.ts'
import { RelativeTime } from './timestamp.tsx'

interface SignalFreshnessProps {
  readonly signals: readonly StoredSignal[]
  readonly nowMs: number
}

/** When the newest row of each signal was stored, and about how many rows are dated in the range. */
export function SignalFreshness({ signals, nowMs }: SignalFreshnessProps) {
  return (
    <dl className="panel padded figures">
      {SIGNAL_ORDER.flatMap(name => signals.filter(({ signal }) => signal === name)).map(
        ({ signal, newestStoredNs, rows }) => (
          <div key={signal}>
            <dt>Latest {SIGNAL_NOUNS[signal]}</dt>
            <dd>
              {newestStoredNs === 0n ? 'none yet' : <RelativeTime atNs={newestStoredNs} nowMs={nowMs} />}{' '}
              <span className="muted small">{formatApproximate(rows)} in this range</span>
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}

const SIGNAL_ORDER = ['spans', 'logs', 'metrics'] as const
/** One row of a signal. */
export const SIGNAL_NOUNS = { spans: 'span', logs: 'log record', metrics: 'data point' } as const
