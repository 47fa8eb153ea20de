import type { Signal } from '../../store/pipeline/list-signals.ts'
import { formatCount } from '../format/count.ts'
import { Moment } from './moment.tsx'

interface SignalStripProps {
  readonly signals: readonly Signal[]
  readonly nowMs: number
}

/** How fresh each signal is: when its newest row was stored, and how many rows the range of the page holds. */
export function SignalStrip({ signals, nowMs }: SignalStripProps) {
  return (
    <dl className="panel signals">
      {signals.map(({ signal, newestStoredNs, rows }) => (
        <div key={signal}>
          <dt>Newest {ONE[signal]}, stored</dt>
          <dd>
            {newestStoredNs === 0n ? 'none yet' : <Moment atNs={newestStoredNs} nowMs={nowMs} />}
            <span className="exact-moment">{formatCount(rows)} in the range shown</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const ONE = { spans: 'span', logs: 'log record', metrics: 'metric point' } as const
