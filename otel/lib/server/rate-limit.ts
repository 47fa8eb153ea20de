const maxClients = 10_000

/**
 * Counts requests by client: each may make `perMinute` at once and gains that many a minute.
 *
 * @returns True while a client is within its rate. Bounded: beyond 10,000 clients those that are back to full are forgotten.
 */
export function rateLimit(
  perMinute: number,
  nowMs: () => number = () => performance.now(),
): (client: string) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>()
  const gained = (sinceMs: number) => ((nowMs() - sinceMs) / 60_000) * perMinute

  return client => {
    const bucket = buckets.get(client)
    const left = Math.min(perMinute, bucket === undefined ? perMinute : bucket.left + gained(bucket.atMs))
    if (bucket === undefined && buckets.size >= maxClients) forgetFull()
    buckets.set(client, { left: left >= 1 ? left - 1 : left, atMs: nowMs() })
    return left >= 1
  }

  function forgetFull(): void {
    for (const [client, { left, atMs }] of buckets) {
      if (left + gained(atMs) >= perMinute) buckets.delete(client)
    }
    // all of them are active: forget the oldest, so that memory stays bounded
    const oldest = buckets.keys().next().value
    if (buckets.size >= maxClients && oldest !== undefined) buckets.delete(oldest)
  }
}
