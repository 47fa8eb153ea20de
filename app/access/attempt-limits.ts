/** Limits on failed sign-ins. Counted by this process, since its start; nobody is locked out for good. */
export interface AttemptLimits {
  /** @returns How many seconds to wait before another try; 0 if it may be made now. */
  waitSeconds(attempt: Attempt): number
  fail(attempt: Attempt): void
  /** A successful sign-in forgets the failures of its name, and takes back that it was counted itself before it was known to succeed. */
  succeed(attempt: Attempt): void
}

export interface Attempt {
  /** Stands for what was typed, and is short: whether there is such an account does not matter. */
  readonly name: string
  /** For IPv6 its /64. */
  readonly address: string
}

/** Failures within a time, by what they have in common. */
const LIMITS = {
  name: { failures: 10, withinMs: 15 * 60_000 },
  address: { failures: 30, withinMs: 15 * 60_000 },
  all: { failures: 100, withinMs: 60_000 },
} as const
/** Of each kind; above it the least recently failed one is forgotten. */
const MAX_KEYS = 10_000

export function createAttemptLimits(nowMs: () => number = () => performance.now()): AttemptLimits {
  const failures = new Map<string, readonly number[]>()
  const keysOf = ({ name, address }: Attempt) =>
    [
      [`name ${name}`, LIMITS.name],
      [`address ${address}`, LIMITS.address],
      ['all', LIMITS.all],
    ] as const
  const recent = (key: string, withinMs: number) => failures.get(key)?.filter(at => nowMs() - at < withinMs) ?? []
  return {
    waitSeconds(attempt) {
      const waits = keysOf(attempt).map(([key, limit]) => {
        const times = recent(key, limit.withinMs)
        const oldest = times.at(-limit.failures)
        return oldest === undefined ? 0 : oldest + limit.withinMs - nowMs()
      })
      return Math.ceil(Math.max(0, ...waits) / 1_000)
    },
    fail(attempt) {
      for (const [key, limit] of keysOf(attempt)) {
        const times = [...recent(key, limit.withinMs), nowMs()].slice(-limit.failures)
        failures.delete(key) // set again, so that a Map's order is that of last use
        const [first] = failures.keys()
        if (failures.size >= MAX_KEYS && first !== undefined) failures.delete(first)
        failures.set(key, times)
      }
    },
    succeed({ name, address }) {
      failures.delete(`name ${name}`)
      // Or thirty people behind one address who all sign in would lock it.
      for (const key of [`address ${address}`, 'all']) failures.set(key, (failures.get(key) ?? []).slice(0, -1))
    },
  }
}
