import { useSeriesClasses } from '../../ui/links/service-name.tsx'
import type { StripModel } from './layout-strip.ts'
import { LegendItem } from './legend-item.tsx'

/** Pages, failures and what the visitor pressed, on one axis of time. The table below has all of it as text. */
export function SessionStrip({ strip }: { readonly strip: StripModel }) {
  const { bars, labels, actions, idle, end, ticks } = strip
  const classOf = useSeriesClasses()
  return (
    <>
      <Legend strip={strip} />
      <svg width="100%" height="60" display="block" className="muted small" fill="currentColor" aria-hidden="true">
        {labels.map(({ key, x, width, text }) => (
          <foreignObject key={key} x={`${x}%`} width={`${width}%`} height="20">
            <div className="lead nowrap">
              <span>{text}</span>
            </div>
          </foreignObject>
        ))}
        {idle.map(({ key, x, width, text, isForWide }) => (
          <g key={key}>
            <line x1={`${x}%`} x2={`${x + width}%`} y1="34" y2="34" stroke="currentColor" strokeDasharray="2 4" />
            <text x={`${x + width / 2}%`} y="31" textAnchor="middle" className={isForWide ? 'wide-only' : undefined}>
              {text}
            </text>
          </g>
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
        {end && (
          <g>
            <line x1={`${end.x}%`} x2={`${end.x}%`} y1="20" y2="43" stroke="currentColor" strokeWidth="4" />
            <text x="100%" y="54" textAnchor="end">
              {end.text}
            </text>
          </g>
        )}
      </svg>
    </>
  )
}

function Legend({ strip: { bars, actions, end, isShortened } }: { readonly strip: StripModel }) {
  const classOf = useSeriesClasses()
  const page = bars.find(({ failed }) => !failed)
  return (
    <p className="muted small">
      {page && (
        <LegendItem text="page loading">
          <g className={classOf(page.service)}>
            <rect className="bar" y="1" width="12" height="10" />
          </g>
        </LegendItem>
      )}
      {bars.some(({ failed }) => failed) && (
        <LegendItem text="failure">
          <g className="failed-row">
            <rect className="bar" x="4" width="3" height="12" />
          </g>
        </LegendItem>
      )}
      {actions.length > 0 && (
        <LegendItem text="visitor’s action">
          <circle cx="6" cy="6" r="3" className="event" />
        </LegendItem>
      )}
      {isShortened && (
        <LegendItem text="idle, shortened">
          <line x2="12" y1="6" y2="6" stroke="currentColor" strokeDasharray="2 4" />
        </LegendItem>
      )}
      {end && (
        <LegendItem text={`left after ${end.text}`}>
          <line x1="6" x2="6" y1="0" y2="12" stroke="currentColor" strokeWidth="2" />
        </LegendItem>
      )}
    </p>
  )
}
