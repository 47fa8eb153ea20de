const maxClients = 10_000

interface RateLimit {
  /** What each client may use at once, and gains again over a period. */
  readonly amount: number
  readonly periodMs: number
  readonly nowMs?: () => number
}

/**
 * Limits what clients use: requests, or bytes.
 *
 * @returns True while a client is within its rate; then `cost` is used. Bounded: above 10,000 clients the least recently seen one is forgotten.
 */
export function rateLimit({
  amount,
  periodMs,
  nowMs = () => performance.now(),
}: RateLimit): (client: string, cost?: number) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>()

  return (client, cost = 1) => {
    const atMs = nowMs()
    const bucket = buckets.get(client)
    const gained = bucket === undefined ? amount : ((atMs - bucket.atMs) / periodMs) * amount
    const left = Math.min(amount, (bucket?.left ?? 0) + gained)
    buckets.delete(client) // set again below, so that a Map's order is that of last use
    if (buckets.size >= maxClients) forgetFirst(buckets)
    buckets.set(client, { left: left >= cost ? left - cost : left, atMs })
    return left >= cost
  }
}

function forgetFirst(buckets: Map<string, unknown>): void {
  const first = buckets.keys().next().value
  if (first !== undefined) buckets.delete(first)
}
