import type { ParamCodec } from './codec.ts'

/** The field of a typed range. A valid one redirects to its two ends, so one in a URL is invalid. */
export const typedRangeCodec: ParamCodec<''> = {
  param: 'range',
  defaultValue: '',
  parse: text => ({
    error: `“${text.slice(0, 100)}” is not a time range. Examples: 14:03, 9-17, yesterday 9-17, mon 22-6, 2026-11-21 9:30 - 2026-11-22, 3h.`,
  }),
  format: () => '',
}
