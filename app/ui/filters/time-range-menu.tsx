import { Link } from 'react-router'
import { timeZone } from '../../format/time-zone.ts'
import type { InvalidFilter } from '../../url/codec.ts'
import { changeParams } from '../../url/filter-links.ts'
import { REFRESH_INTERVAL_S, type RefreshInterval, type Scope, scopeCodecs } from '../../url/scope.ts'
import { type TimeFilters, timeCodecs } from '../../url/time-range.ts'
import { fieldErrorId } from '../controls/field.tsx'
import { HiddenParams } from '../controls/hidden-params.tsx'
import { Menu } from '../controls/menu.tsx'
import { describeTimeRange, isCustomRange, RELATIVE_RANGE_LABELS, writeCustomRange } from './describe-time-range.ts'

const REFRESH_NAMES: Readonly<Record<RefreshInterval, string>> = { off: 'off', '10s': '10 s', '1m': '1 min' }

interface TimeRangeMenuProps {
  readonly scope: Scope
  readonly filterErrors: readonly InvalidFilter[]
  readonly params: URLSearchParams
}

/** Chooses the time range of a page: relative, or typed; and the auto-refresh. Fields of the form around it. */
export function TimeRangeMenu({ scope, filterErrors, params }: TimeRangeMenuProps) {
  const { last, from, to, refresh, typedRange } = scopeCodecs
  const names = [last.param, from.param, to.param, typedRange.param]
  const error = filterErrors.find(({ param }) => names.includes(param))
  const isRelative = !isCustomRange(scope) && error === undefined
  return (
    <div className={error === undefined ? 'field' : 'field invalid'}>
      {/* Other choices keep the custom range. */}
      <HiddenParams params={new URLSearchParams([...params].filter(([name]) => KEPT_PARAMS.has(name)))} />
      <Menu label={error === undefined ? `Time: ${describeTimeRange(scope)}` : 'Time: invalid'}>
        <label>
          Custom range
          <input
            type="text"
            name={typedRange.param}
            defaultValue={error?.input}
            maxLength={100}
            autoComplete="off"
            placeholder="14:03, yesterday 9-17"
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error && fieldErrorId(error.param)}
          />
        </label>
        <div className="button-row">
          <button type="submit" className="primary">
            Apply
          </button>
          <Zone time={scope} />
        </div>
        <ul aria-label="Quick ranges">
          {Object.entries(RELATIVE_RANGE_LABELS).map(([value, name]) => (
            <li key={value}>
              <Link
                to={changeParams(params, {
                  ...CLEARED_TIME_PARAMS,
                  [last.param]: value === last.defaultValue ? '' : value,
                })}
                aria-current={isRelative && value === scope.last ? 'true' : undefined}
                preventScrollReset
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {scope.to === undefined && (
          <p className="refresh">
            Auto-refresh{' '}
            {(Object.keys(REFRESH_INTERVAL_S) as RefreshInterval[]).map(value => (
              <Link
                key={value}
                to={changeParams(params, { [refresh.param]: refresh.format(value) })}
                aria-current={value === scope.refresh ? 'true' : undefined}
                aria-label={`Auto-refresh ${REFRESH_NAMES[value]}`}
                preventScrollReset
              >
                {REFRESH_NAMES[value]}
              </Link>
            ))}
          </p>
        )}
      </Menu>
    </div>
  )
}

const KEPT_PARAMS = new Set([
  timeCodecs.last.param,
  timeCodecs.from.param,
  timeCodecs.to.param,
  scopeCodecs.refresh.param,
])
const CLEARED_TIME_PARAMS = {
  [timeCodecs.from.param]: '',
  [timeCodecs.to.param]: '',
  [scopeCodecs.typedRange.param]: '',
}

/** The zone of a typed range, which is that of shown times, and the current range as it would be typed. */
const Zone = ({ time }: { readonly time: TimeFilters }) => (
  <p className="small muted">
    in {timeZone()}
    {isCustomRange(time) && ` (now ${writeCustomRange(time)})`}
  </p>
)
