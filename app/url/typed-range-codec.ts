import type { Codec } from './codec.ts'

/** The field in which a range is typed. One that can be read leads to its two ends, so what stands in an address is a mistake. */
export const typedRangeCodec: Codec<''> = {
  param: 'range',
  defaultValue: '',
  parse: text => ({
    error: `“${text.slice(0, 100)}” is not a time range. Examples: 14:03, 9-17, yesterday 9-17, mon 22-6, 2026-11-21 9:30 - 2026-11-22, 3h.`,
  }),
  format: () => '',
}

/** Names of the fields of a form that types a range. */
export const TYPED_RANGE_FIELDS = { range: typedRangeCodec.param, zone: 'zone' } as const
