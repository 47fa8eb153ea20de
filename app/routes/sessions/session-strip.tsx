import { useSeriesClasses } from '../../ui/elements/service-name.tsx'
import type { StripModel } from './layout-strip.ts'

/** Pages, failures and what the visitor pressed, on one axis of time. The table below has all of it as text. */
export function SessionStrip({ of: { bars, labels, actions, ticks } }: { readonly of: StripModel }) {
  const classOf = useSeriesClasses()
  return (
    <svg width="100%" height="68" className="muted small" fill="currentColor" aria-hidden="true">
      {labels.map(({ key, x, width, text }) => (
        <foreignObject key={key} x={`${x}%`} width={`${width}%`} height="20">
          <div className="lead nowrap">
            <span>{text}</span>
          </div>
        </foreignObject>
      ))}
      {bars.map(({ key, x, width, text, service, failed }) => (
        <g key={key} className={`${classOf(service)} ${failed ? 'failed-row' : ''}`}>
          <rect className="bar" x={`${x}%`} y={failed ? 20 : 23} width={`${width}%`} height={failed ? 16 : 10}>
            <title>{text}</title>
          </rect>
        </g>
      ))}
      {actions.map(({ key, x, text }) => (
        <circle key={key} cx={`${x}%`} cy="28" r="3" className="event">
          <title>{text}</title>
        </circle>
      ))}
      {ticks.map(({ key, x, text }) => (
        <g key={key}>
          <line x1={`${x}%`} x2={`${x}%`} y1="38" y2="43" stroke="currentColor" />
          <text x={`${x}%`} dx="2" y="54">
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
