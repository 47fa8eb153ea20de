/** Why nothing is found for a digest or a trace id. */
export type NotFoundReason =
  | { readonly kind: 'never-seen' }
  /** `expiredNs`: when its newest record expired, Unix nanoseconds. */
  | { readonly kind: 'expired'; readonly expiredNs: bigint }
  | { readonly kind: 'on-its-way' }
  /** A drop rule removed it, last at `atNs`. */
  | { readonly kind: 'dropped'; readonly rule: string; readonly atNs: bigint }

/** If the newest row is older than this, newer ones may be in transit. */
const FRESH_NS = 15_000_000_000n
const NS_PER_MS = 1_000_000n
const NS_PER_DAY = 86_400_000_000_000n

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
  const expiredNs = signs.atNs + BigInt(signs.retentionDays.traces) * NS_PER_DAY
  return expiredNs <= BigInt(signs.nowMs) * NS_PER_MS ? expiredNs : undefined
}

/** Of the signals that can carry a digest or a trace id, the one of which nothing has come for the longest time. */
export interface StalestSignal {
  readonly signal: 'logs' | 'spans'
  /** When its newest row was stored, Unix nanoseconds; 0 for none. */
  readonly newestStoredNs: bigint
}

/** Metrics carry neither: the Collector's own, which come every few seconds, say nothing of whether a log is on its way. */
export function findStalestSignal(
  signals: readonly { readonly signal: string; readonly newestStoredNs: bigint }[],
): StalestSignal {
  const newestOf = (name: StalestSignal['signal']): StalestSignal => {
    return { signal: name, newestStoredNs: signals.find(({ signal }) => signal === name)?.newestStoredNs ?? 0n }
  }
  const [logs, spans] = [newestOf('logs'), newestOf('spans')]
  return logs.newestStoredNs <= spans.newestStoredNs ? logs : spans
}

interface Signs {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** The digest's record, which outlives its exceptions, if the digest was ever seen. */
  readonly record: { readonly lastSeenNs: bigint } | undefined
  readonly stalest: StalestSignal
  /** What a drop rule took of it, most recently, if any did. */
  readonly drop?: { readonly rule: string; readonly lastNs: bigint } | undefined
  readonly retentionDays: { readonly exceptions: number }
}

/** Tells the cases of nothing apart by what is known: what a drop rule took, the digest's own record, and how fresh the store is. */
export function findNotFoundReason({ nowMs, record, stalest, drop, retentionDays }: Signs): NotFoundReason {
  // Of a digest with a record there are exceptions, which no rule of ours takes with a digest.
  if (drop !== undefined && record === undefined) return { kind: 'dropped', rule: drop.rule, atNs: drop.lastNs }
  const nowNs = BigInt(nowMs) * NS_PER_MS
  if (record !== undefined) {
    const expiredNs = record.lastSeenNs + BigInt(retentionDays.exceptions) * NS_PER_DAY
    if (expiredNs <= nowNs) return { kind: 'expired', expiredNs }
    return { kind: 'on-its-way' }
  }
  return nowNs - stalest.newestStoredNs > FRESH_NS ? { kind: 'on-its-way' } : { kind: 'never-seen' }
}
