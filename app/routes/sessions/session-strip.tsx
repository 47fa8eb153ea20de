import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { formatDuration } from '../../format/duration.ts'
import { useSeriesClass } from '../../ui/elements/service-name.tsx'
import { describeEvent } from './describe-event.ts'

/** Pages and failures of a session on one time axis. */
export function SessionStrip({ steps }: { readonly steps: readonly SessionEvent[] }) {
  const shown = steps.filter(({ isRoot, failed }) => isRoot || failed)
  const [first] = shown
  if (first === undefined || shown.length < 2) return null
  const lengthNs = BigInt(Math.max(1, ...shown.map(({ atNs, durationNs }) => Number(atNs + durationNs - first.atNs))))
  return (
    <>
      <p className="small muted">Pages in {formatDuration(lengthNs)}, failures in red</p>
      <svg className="track" aria-hidden="true">
        {shown.map(step => (
          <StripBar
            key={`${step.atNs} ${step.id}`}
            step={step}
            from={toPercent(step.atNs - first.atNs, lengthNs)}
            length={Math.max(MIN_LENGTH, toPercent(step.durationNs, lengthNs))}
          />
        ))}
      </svg>
    </>
  )
}

interface StripBarProps {
  readonly step: SessionEvent
  /** In per cent, as the next. */
  readonly from: number
  readonly length: number
}

function StripBar({ step, from, length }: StripBarProps) {
  return (
    <g className={`${useSeriesClass(step.service)} ${step.failed ? 'failed-row' : ''}`}>
      <rect className="bar" x={`${from}%`} y={step.failed ? 1 : 6} width={`${length}%`} height={step.failed ? 20 : 10}>
        <title>{describeEvent(step).title}</title>
      </rect>
    </g>
  )
}

/** To a tenth, so that server and browser write the same. */
const toPercent = (ns: bigint, ofNs: bigint) => Number((1_000n * ns) / ofNs) / 10

/** In per cent: a rectangle without width is not drawn. */
const MIN_LENGTH = 0.1
