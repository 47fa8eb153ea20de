import { z } from 'zod'
import { int64, type Ns } from '../units.ts'

/** One exception in a list. */
export interface ExceptionSummary {
  /** Of the record, 16 hex digits; {@link getException} takes it together with `atNs`. */
  readonly id: string
  readonly atNs: Ns
  /** 'log': a log record. 'event': a span event, where no log record told of it as well. */
  readonly shape: 'log' | 'event'
  readonly issue: string
  /** '' where the sender gave none. */
  readonly type: string
  /** At most 2048 characters. '' where the sender gave none. */
  readonly message: string
  readonly service: string
  readonly route: string
  /** service.version, '' where there is none. */
  readonly release: string
  /** '' for an exception of a browser, or of a service that makes none. */
  readonly digest: string
  /** '' for an exception outside any trace. */
  readonly traceId: string
  readonly spanId: string
  readonly sessionId: string
}

/** Decodes the columns that every list of exceptions answers. */
export const exceptionSummary = z.object({
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
})
