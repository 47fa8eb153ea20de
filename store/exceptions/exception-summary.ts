import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Ns } from '../units.ts'

/** One exception in a list. */
export interface ExceptionSummary {
  /** 16 hex digits; {@link getException} takes it together with `atNs`. */
  readonly id: string
  readonly atNs: Ns
  /** 'log': a log record. 'event': a span event that no log record repeats. */
  readonly shape: 'log' | 'event'
  readonly issue: string
  /** '' if the sender set none. */
  readonly type: string
  /** At most 2048 characters. '' if the sender set none. */
  readonly message: string
  readonly service: string
  readonly route: string
  /** service.version, '' if unset. */
  readonly release: string
  /** '' for browser exceptions, and for services that create none. */
  readonly digest: string
  /** '' for an exception outside any trace. */
  readonly traceId: string
  readonly spanId: string
  readonly sessionId: string
  /** The sender's time, Unix nanoseconds, if the Collector moved it; else ''. Not read by trace or by digest. */
  readonly originalTime?: string | undefined
  /** The first in-app function and its file; '' if unknown. Read for lists alone. */
  readonly function?: string | undefined
}

/** Decodes the columns that all exception lists return. */
export const exceptionSummaryRow = z.object({
  id: z.string(),
  atNs: int64,
  shape: z.enum(['log', 'event']),
  issue: z.string(),
  type: z.string(),
  message: z.string(),
  service: z.string(),
  route: z.string(),
  release: z.string(),
  digest: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  sessionId: z.string(),
  originalTime: z.string().optional(),
  function: z.string().optional(),
})
