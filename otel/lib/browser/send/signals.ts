import type { OpenSpan, Recorder, SpanReference, Transaction } from '../entry/recorder.ts'

/** The value of an attribute; `undefined` is left out. */
export type AttributeValue = string | number | boolean | undefined
export type Attributes = Record<string, AttributeValue>

/** What is said of a span once it has ended. Mutable until its transaction is decided. */
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

/** A log record of ours. */
export interface LogRecord {
  readonly eventName: string
  readonly severity: Severity
  readonly attributes: Attributes
  /** True for a count of what was lost: it says nothing of the visitor, and has to arrive where `beforeSend` is what fails. */
  readonly isCount?: true
  /** Default: now. Unix milliseconds. */
  readonly atMs?: number | undefined
  /** Default: what runs now, or the page. */
  readonly parent?: SpanReference | undefined
}

/** As OTLP numbers them. */
export type Severity = typeof info | typeof warning | typeof error
export const info = 9
export const warning = 13
export const error = 17

/** Where the agent's parts put what they have made. */
export interface Signals {
  /** The recorder's: for whatever the browser calls. */
  readonly guard: Recorder['guard']
  /** Records a span; it is sent when its transaction is decided. Only the first end of a span counts. */
  end(span: OpenSpan, details: SpanDetails): void
  log(record: LogRecord): void
  /** A URL without what may be private: `scrubUrl` with the parameters that the app allows. */
  scrub(url: string): string
  /** Decides route and status of a transaction, so that its spans may be sent. */
  decide(transaction: Transaction, route: string | undefined, status: number | undefined): void
  /** Ends what still runs, because the page goes away. */
  readonly onHide: (() => void)[]
}
