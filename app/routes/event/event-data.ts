import type { DigestRecord } from '../../../store/digests/get-digest-record.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { EarlierStep } from '../../../store/sessions/list-session-history.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { ShownException } from '../../stacks/show-exception.ts'
import type { IssueReference } from './issue-link.tsx'

/** What was found for a digest or a trace id, or is told of one exception. */
export interface EventData {
  readonly nowMs: number
  /** The digest or trace id that was asked for; '' where it was the exception itself. */
  readonly quoted: string
  /** True when it was a trace id. */
  readonly isTrace: boolean
  /** `undefined` when a trace id was asked for, and where there is no digest or its record has expired. */
  readonly record: DigestRecord | undefined
  /** Of the digest or the trace, newest first; `exception` is among them. */
  readonly exceptions: readonly ExceptionSummary[]
  readonly exception: ShownException
  readonly inIssue: IssueReference
  readonly trace: Trace | undefined
  /** When the trace was deleted, Unix nanoseconds; `undefined` when it is there, or has not arrived. */
  readonly spansExpiredNs: bigint | undefined
  /** What the session did before, newest first. */
  readonly session: readonly EarlierStep[]
  readonly hasMoreSteps: boolean
}
