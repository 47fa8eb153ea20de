import { pluralize } from '../../format/count.ts'
import { LabelledValue } from './labelled-value.tsx'
import type { ActiveDay } from './layout-activity.ts'
import { LegendItem } from './legend-item.tsx'

const HEIGHT = 18
const WIDTH = 16

/** The sessions of each day, those with failures in red; among the facts about a user, because the list below needs the height. */
export function ActivityByDay({ days }: { readonly days: readonly ActiveDay[] }) {
  const most = Math.max(...days.map(({ sessions }) => sessions))
  return (
    <LabelledValue name={<Legend days={days} />}>
      <span className="muted small">
        {dateOf(days[0])}{' '}
        <svg width={WIDTH * days.length} height={HEIGHT + 1} className="chart" aria-hidden="true">
          {days.map(({ day, sessions, failed }, at) => {
            const [bad = 0, fine = 0] = [failed, sessions - failed].map(count => Math.round((HEIGHT * count) / most))
            return (
              <g key={day}>
                <title>{`${day}: ${pluralize(sessions, 'session')}, ${failed} with failures`}</title>
                <line x1={WIDTH * at + 1} x2={WIDTH * (at + 1) - 1} y1={HEIGHT} y2={HEIGHT} stroke="currentColor" />
                <g className="series-0">
                  <rect className="bar" x={WIDTH * at + 3} width={WIDTH - 6} y={HEIGHT - bad - fine} height={fine} />
                </g>
                <g className="bad">
                  <rect className="bar" x={WIDTH * at + 3} width={WIDTH - 6} y={HEIGHT - bad} height={bad} />
                </g>
              </g>
            )
          })}
        </svg>{' '}
        {dateOf(days.at(-1))}
      </span>
    </LabelledValue>
  )
}

function Legend({ days }: { readonly days: readonly ActiveDay[] }) {
  const active = days.filter(({ sessions }) => sessions > 0)
  return (
    <>
      {`Active on ${active.length} of ${pluralize(days.length, 'day')}: `}
      <LegendItem text="sessions">
        <g className="series-0">
          <rect className="bar" width="10" height="12" />
        </g>
      </LegendItem>
      {active.some(({ failed }) => failed > 0) && (
        <LegendItem text="with failures">
          <g className="bad">
            <rect className="bar" width="10" height="12" />
          </g>
        </LegendItem>
      )}
    </>
  )
}

/** Without its weekday. */
const dateOf = (of: ActiveDay | undefined) => of?.day.slice(4)
