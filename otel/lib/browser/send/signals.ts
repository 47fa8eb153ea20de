import type { OpenSpan, Recorder, SpanReference, Transaction } from '../entry/recorder.ts'

/** The value of an attribute; `undefined` is left out. */
export type AttributeValue = string | number | boolean | undefined
export type Attributes = Record<string, AttributeValue>

/** The data of an ended span. Mutable until its transaction is decided. */
export interface SpanDetails {
  name: string
  /** True for an outgoing request (kind CLIENT), else INTERNAL. */
  readonly outgoing?: boolean
  readonly attributes: Attributes
  /** True sets the span's status to ERROR. */
  failed?: boolean | undefined
  /** Unix milliseconds. */
  readonly endMs: number
}

/** One of our log records. */
export interface LogRecord {
  readonly eventName: string
  readonly severity: Severity
  readonly attributes: Attributes
  /** True for a count of dropped records: it has no data about the visitor, and must arrive even if `beforeSend` fails. */
  readonly isCount?: true
  /** Default: now. Unix milliseconds. */
  readonly atMs?: number | undefined
  /** Default: the current span, or the page. */
  readonly parent?: SpanReference | undefined
}

/** OTLP severity numbers. */
export type Severity = typeof severityInfo | typeof severityWarning | typeof severityError
export const severityInfo = 9
export const severityWarning = 13
export const severityError = 17

/** Receives the signals of the agent's parts. */
export interface Signals {
  /** The recorder's, for all callbacks of the browser. */
  readonly guard: Recorder['guard']
  /** Records a span; it is sent when its transaction is decided. Only the first end of a span counts. */
  end(span: OpenSpan, details: SpanDetails): void
  log(record: LogRecord): void
  /** Removes what may be private from a URL: `scrubUrl` with the parameters that the app allows. */
  scrub(url: string): string
  /** Sets route and status of a transaction, so that its spans may be sent. */
  decide(transaction: Transaction, route: string | undefined, status: number | undefined): void
  /** Ends open spans, because the page is left. */
  readonly onHide: (() => void)[]
}
