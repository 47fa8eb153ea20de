import { MILLISECOND_NS, MINUTE_MS, SECOND_NS } from '../../store/time-units.ts'
import type { ParamCodec } from './codec.ts'

/** The latest storable time, a little below 2^63 nanoseconds: queries add a few minutes to it. */
export const MAX_TIMESTAMP_NS = BigInt(Date.UTC(2262, 0, 1)) * MILLISECOND_NS

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(?:Z|([+-])(\d\d):?(\d\d))?$/

/** A time in Unix nanoseconds, as ISO 8601 from 1970 to 2261: UTC without a zone, midnight without a time. */
export function timestampCodec(param: string): ParamCodec<bigint | undefined> {
  return {
    param,
    defaultValue: undefined,
    parse(text) {
      const ns = readNs(text)
      if (ns === undefined) return { error: `${param}=${text} is not a time such as 2026-11-21T14:00 (UTC).` }
      if (ns < 0n || ns >= MAX_TIMESTAMP_NS)
        return { error: `${param}=${text} must be between the years 1970 and 2261.` }
      return { value: ns }
    },
    format: ns => (ns === undefined ? '' : writeNs(ns)),
  }
}

/** `undefined` also for dates that do not exist, such as 30 February, which Date would read as 2 March. */
function readNs(text: string): bigint | undefined {
  const [, date, time = '00:00', seconds = '00', fraction = '', sign, hours = '00', minutes = '00'] =
    ISO.exec(text) ?? []
  if (date === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const local = `${date}T${time}:${seconds}.000Z`
  const ms = Date.parse(local)
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== local) return undefined
  const ahead = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1)
  return BigInt(ms - ahead) * MILLISECOND_NS + BigInt(fraction.padEnd(9, '0'))
}

/** As short as exactness allows: `2026-11-21T14:00`, with seconds and their fraction if not 0. */
function writeNs(ns: bigint): string {
  const minute = new Date(Number(ns / MILLISECOND_NS)).toISOString().slice(0, 16)
  const rest = ns % (60n * SECOND_NS)
  if (rest === 0n) return minute
  const seconds = (rest / SECOND_NS).toString().padStart(2, '0')
  const fraction = (rest % SECOND_NS).toString().padStart(9, '0').replace(/0+$/, '')
  return `${minute}:${seconds}${fraction === '' ? '' : `.${fraction}`}`
}
