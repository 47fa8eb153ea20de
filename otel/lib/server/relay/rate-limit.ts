const maxClients = 10_000

/**
 * Limits requests by client: each may make `perMinute` at once and gains that many a minute.
 *
 * @returns True while a client is within its rate. Bounded: above 10,000 clients the least recently seen one is forgotten.
 */
export function rateLimit(
  perMinute: number,
  nowMs: () => number = () => performance.now(),
): (client: string) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>()

  return client => {
    const atMs = nowMs()
    const bucket = buckets.get(client)
    const gained = bucket === undefined ? perMinute : ((atMs - bucket.atMs) / 60_000) * perMinute
    const left = Math.min(perMinute, (bucket?.left ?? 0) + gained)
    buckets.delete(client) // set again below, so that a Map's order is that of last use
    if (buckets.size >= maxClients) forgetFirst(buckets)
    buckets.set(client, { left: left >= 1 ? left - 1 : left, atMs })
    return left >= 1
  }
}

function forgetFirst(buckets: Map<string, unknown>): void {
  const first = buckets.keys().next().value
  if (first !== undefined) buckets.delete(first)
}
