import { z } from 'zod'
import { nsOfMs } from '../../../store/units.ts'
import { isoTimestamp } from '../../format/time.ts'
import { MAX_TIMESTAMP_NS } from '../../url/timestamp-codec.ts'

/*
 * Values of answers: times to the nanosecond as text, durations in milliseconds.
 */

export { isoTimestamp as writeTime } from '../../format/time.ts'

export const writeTimeOfMs = (ms: number) => isoTimestamp(nsOfMs(ms))

/** Exact to the nanosecond below 104 days. */
export const writeMs = (ns: bigint) => Number(ns) / 1_000_000

export const time = z
  .string()
  .meta({ description: 'UTC, to the nanosecond.', example: '2026-11-21T14:00:00.123456789Z' })
export const count = z.number().int()
export const durationMs = z.number().meta({ description: 'Milliseconds, exact to the nanosecond.' })
/** The path of a page, without the address of the desk. */
export const page = z.string().meta({ description: 'The path of its page.' })
/** Who can have written what a sender sent. */
export const isBrowser = z
  .boolean()
  .meta({ description: 'Sent by a browser: anybody may have written it. Else by a server.' })
export const attributes = z.record(z.string(), z.string())

/** A time or another number in a position. */
export const positionNs = z
  .string()
  .regex(/^\d{1,19}$/, { abort: true })
  .refine(text => BigInt(text) <= MAX_TIMESTAMP_NS)

/** A position in a list by time or another number, and id. */
export const numberedPosition = z.tuple([positionNs, z.string().regex(/^[0-9a-f]{16}(?:[0-9a-f]{16})?$/)])
export type NumberedPosition = z.output<typeof numberedPosition>

export const readPosition = (after: NumberedPosition | undefined) => after && { atNs: BigInt(after[0]), id: after[1] }

export const positionAt = ({ atNs, id }: { readonly atNs: bigint; readonly id: string }): NumberedPosition => [
  String(atNs),
  id,
]
