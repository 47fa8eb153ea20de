import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import type { AlertsHealth } from '../../alerts/run/alerts.server.ts'
import { formatDuration } from '../../format/duration.ts'

/** A pass is due every quarter of a minute. */
const LATE_MS = 3 * MINUTE_MS

/** Why rules are not judged as they should be, in a sentence; '' if they are. */
export function describeLateness({ evaluatedMs, lateMs, failures }: AlertsHealth, nowMs: number): string {
  const write = (ms: number) => formatDuration(nsOfMs(Math.floor(ms / MINUTE_MS) * MINUTE_MS))
  if (evaluatedMs !== undefined && nowMs - evaluatedMs >= LATE_MS)
    return `This desk has not evaluated rules for ${write(nowMs - evaluatedMs)}.`
  if (lateMs >= LATE_MS) return `Rules are judged ${write(lateMs)} late: no newer telemetry is stored.`
  const [first, ...others] = [...failures]
  if (first === undefined) return ''
  const more = others.length === 0 ? '' : ` Likewise ${others.map(([kind]) => kind).join(', ')}.`
  return `Rules about “${first[0]}” could not be judged: ${first[1]}${more}`
}
