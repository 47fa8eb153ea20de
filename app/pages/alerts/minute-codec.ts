import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { wallClock } from '../../format/time-zone.ts'
import { writeMinute } from '../../url/alert-address.ts'
import type { ParamCodec } from '../../url/codec.ts'
import { parseMoment } from '../../url/typed-moment.ts'

/** A minute as people type it and as pages show it, in the reader's zone unless it names one; links have it in UTC. Unix milliseconds. */
export function minuteCodec(param: string): ParamCodec<number | undefined> {
  return {
    param,
    defaultValue: undefined,
    parse(text) {
      const own = wallClock()
      const today = Math.floor(own.toLocal(Date.now()) / DAY_MS) * DAY_MS
      const moment = parseMoment(text.toLowerCase().replace(/\s+/g, ' '), today)
      if (moment?.time === undefined) return { error: `${param}=${text} is not a time such as 2026-11-21 14:00.` }
      const { day = today, time, clock = own } = moment
      return { value: Math.floor(clock.toUtc(day + time.ms) / MINUTE_MS) * MINUTE_MS }
    },
    format: ms => (ms === undefined ? '' : writeMinute(ms)),
  }
}
