import type { FoundDrop } from '../../../store/noise/find-drop.ts'
import { DAY_NS, MILLISECOND_NS } from '../../../store/time-units.ts'

/** Why nothing is found for a digest or trace id. */
export type NotFoundReason =
  | { readonly kind: 'never-seen' }
  /** `expiredNs`: when its newest record expired, Unix nanoseconds. */
  | { readonly kind: 'expired'; readonly expiredNs: bigint }
  | { readonly kind: 'on-its-way' }
  /** A drop rule removed it, last at `atNs`; of a trace, what servers or what browsers sent. */
  | { readonly kind: 'dropped'; readonly rule: string; readonly sender: FoundDrop['sender']; readonly atNs: bigint }

/** If the newest row is older than this, newer ones may be in transit. */
const FRESH_NS = 15_000_000_000n

/**
 * When the spans of an exception's trace expired, Unix nanoseconds: spans are kept for less time than exceptions.
 *
 * @returns `undefined` while they are kept; missing spans have then not arrived.
 */
export function findSpansExpiredNs(signs: {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** Of the exception. */
  readonly atNs: bigint
  readonly retentionDays: { readonly traces: number }
}): bigint | undefined {
  const expiredNs = signs.atNs + BigInt(signs.retentionDays.traces) * DAY_NS
  return expiredNs <= BigInt(signs.nowMs) * MILLISECOND_NS ? expiredNs : undefined
}

/** Of the signals that can carry a digest or trace id, the one whose newest row is oldest. */
export interface StalestSignal {
  readonly signal: 'logs' | 'spans'
  /** When its newest row was stored, Unix nanoseconds; 0 for none. */
  readonly newestStoredNs: bigint
}

/** Without metrics, which carry neither: the Collector's own metrics arrive every few seconds and tell nothing about logs. */
export function findStalestSignal(
  signals: readonly { readonly signal: string; readonly newestStoredNs: bigint }[],
): StalestSignal {
  const newestOf = (name: StalestSignal['signal']): StalestSignal => {
    return { signal: name, newestStoredNs: signals.find(({ signal }) => signal === name)?.newestStoredNs ?? 0n }
  }
  const [logs, spans] = [newestOf('logs'), newestOf('spans')]
  return logs.newestStoredNs <= spans.newestStoredNs ? logs : spans
}

interface NotFoundEvidence {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** The digest's record, which outlives its exceptions, if the digest was ever seen. */
  readonly record: { readonly lastSeenNs: bigint } | undefined
  readonly stalest: StalestSignal
  /** The latest drop of a rule, if any. */
  readonly drop?: Omit<FoundDrop, 'firstNs'> | undefined
  readonly retentionDays: { readonly exceptions: number }
}

/** Finds the reason from what is known: what a drop rule removed, the digest's record, and how fresh the stored data is. */
export function findNotFoundReason({ nowMs, record, stalest, drop, retentionDays }: NotFoundEvidence): NotFoundReason {
  // A digest with a record has exceptions, which our drop rules do not remove.
  if (drop !== undefined && record === undefined)
    return { kind: 'dropped', rule: drop.rule, sender: drop.sender, atNs: drop.lastNs }
  const nowNs = BigInt(nowMs) * MILLISECOND_NS
  if (record !== undefined) {
    const expiredNs = record.lastSeenNs + BigInt(retentionDays.exceptions) * DAY_NS
    if (expiredNs <= nowNs) return { kind: 'expired', expiredNs }
    return { kind: 'on-its-way' }
  }
  return nowNs - stalest.newestStoredNs > FRESH_NS ? { kind: 'on-its-way' } : { kind: 'never-seen' }
}
