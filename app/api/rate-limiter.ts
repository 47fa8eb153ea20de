import { createContext } from 'react-router'

/** Limits the requests of each reader, by a bucket that fills again. Counted by this process, since its start. */
export interface RateLimiter {
  readonly perMinute: number
  /** Takes one request of a reader's. */
  take(reader: string): RateLimit
}

export interface RateLimit {
  readonly isAllowed: boolean
  /** Requests that are still allowed at once. */
  readonly remaining: number
  /** Until the bucket is full, or where nothing is allowed, until one request is. Seconds, rounded up. */
  readonly resetS: number
}

/** Above this the least recently seen reader is forgotten. */
const MAX_READERS = 10_000
const MINUTE_S = 60

interface RateLimiterOptions {
  /** Also the size of the bucket. */
  readonly perMinute: number
  readonly nowMs?: () => number
}

export function createRateLimiter({ perMinute, nowMs = () => performance.now() }: RateLimiterOptions): RateLimiter {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  const perSecond = perMinute / MINUTE_S
  return {
    perMinute,
    take(reader) {
      const before = buckets.get(reader) ?? { tokens: perMinute, atMs: nowMs() }
      const tokens = Math.min(perMinute, before.tokens + ((nowMs() - before.atMs) / 1_000) * perSecond)
      const isAllowed = tokens >= 1
      const left = isAllowed ? tokens - 1 : tokens
      buckets.delete(reader) // set again, so that a Map's order is that of last use
      const [oldest] = buckets.keys()
      if (buckets.size >= MAX_READERS && oldest !== undefined) buckets.delete(oldest)
      buckets.set(reader, { tokens: left, atMs: nowMs() })
      const wanted = isAllowed ? perMinute - left : 1 - left
      return { isAllowed, remaining: Math.floor(left), resetS: Math.ceil(wanted / perSecond) }
    },
  }
}

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/ */
export function rateLimitHeaders(
  { perMinute }: RateLimiter,
  { remaining, resetS }: RateLimit,
): Readonly<Record<string, string>> {
  return {
    'ratelimit-policy': `"requests";q=${perMinute};w=${MINUTE_S}`,
    ratelimit: `"requests";r=${remaining};t=${resetS}`,
  }
}

export const apiRateLimiterContext = createContext<RateLimiter>()
