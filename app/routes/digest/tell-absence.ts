/** Why nothing is found for a digest or a trace id. */
export type Absence =
  | { readonly kind: 'never-seen' }
  /** `expiredNs`: until when its newest record was kept, Unix nanoseconds. */
  | { readonly kind: 'expired'; readonly expiredNs: bigint }
  | { readonly kind: 'on-its-way' }

/** Rows that are older than this mean that newer ones may be under way. */
const FRESH_NS = 15_000_000_000n
const NS_PER_MS = 1_000_000n
const NS_PER_DAY = 86_400_000_000_000n

/**
 * When the spans of an exception's trace were deleted, Unix nanoseconds: they are kept for a shorter time than the exception.
 *
 * @returns `undefined` while they are kept; those that are not there then have not arrived.
 */
export function whenSpansExpired(signs: {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** Of the exception. */
  readonly atNs: bigint
  readonly retentionDays: { readonly traces: number }
}): bigint | undefined {
  const expiredNs = signs.atNs + BigInt(signs.retentionDays.traces) * NS_PER_DAY
  return expiredNs <= BigInt(signs.nowMs) * NS_PER_MS ? expiredNs : undefined
}

interface Signs {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** What outlives the records, if the digest was ever seen. */
  readonly record: { readonly lastSeenNs: bigint } | undefined
  /** When the newest row of any signal was stored, Unix nanoseconds; 0 when there is none. */
  readonly newestStoredNs: bigint
  readonly retentionDays: { readonly exceptions: number }
}

/** Tells the cases of nothing apart by what is known: the digest's own record, and how fresh the store is. */
export function tellAbsence({ nowMs, record, newestStoredNs, retentionDays }: Signs): Absence {
  const nowNs = BigInt(nowMs) * NS_PER_MS
  if (record !== undefined) {
    const expiredNs = record.lastSeenNs + BigInt(retentionDays.exceptions) * NS_PER_DAY
    if (expiredNs <= nowNs) return { kind: 'expired', expiredNs }
    return { kind: 'on-its-way' }
  }
  return nowNs - newestStoredNs > FRESH_NS ? { kind: 'on-its-way' } : { kind: 'never-seen' }
}
