import { z } from 'zod'
import type { TraceId } from './units.ts'

/** Decodes a 64-bit integer: queries answer those as text, because JSON numbers lose digits. */
export const int64 = z.string().transform((text, context) => {
  if (/^-?\d{1,20}$/.test(text)) return BigInt(text)
  context.addIssue({ code: 'custom', message: 'not a 64-bit integer' })
  return z.NEVER
})

/** Decodes the id of a trace that the store has: the tables hold lower-case hex only. */
export const traceIdColumn = z.string().transform(text => text as TraceId)

/** Decodes a 0 or 1. */
export const booleanColumn = z.number().transform(number => number !== 0)

/** Decodes a count that is known to be far below 2^53. */
export const countColumn = int64.transform(Number)
