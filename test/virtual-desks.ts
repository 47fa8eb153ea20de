import type { VirtualTime } from './virtual-time.ts'

/** A process that may die at any call, and the calls that it makes. */
export interface VirtualLife {
  /** Names this life among all: a desk that starts again is another. */
  readonly name: string
  /** By how much its clock is ahead. */
  readonly skewMs: number
  /** Takes a random time before and after the effect. May never come back, with or without the effect. */
  call<T>(effect: () => T): Promise<T>
  /** True in so many of a thousand times, while faults happen; each is counted. */
  suffers(inThousand: number): boolean
}

interface VirtualDesks {
  readonly time: VirtualTime
  /** 0 to 1. */
  random(): number
  readonly skewsMs: readonly number[]
  /** The number of calls in a thousand that are the last of a desk. */
  readonly crashes: number
  /** After that none happen: what is left can be done. */
  readonly faultsUntilMs: number
}

/**
 * Starts desks that live, die and are started again within two minutes.
 *
 * @returns The number of faults so far.
 */
export function startVirtualDesks(
  { time, random, skewsMs, crashes, faultsUntilMs }: VirtualDesks,
  live: (life: VirtualLife) => Promise<void>,
): () => number {
  let faults = 0
  const happens = (inThousand: number) => {
    const isHit = time.nowMs() < faultsUntilMs && random() * 1_000 < inThousand
    if (isHit) faults++
    return isHit
  }
  async function run(desk: number, skewMs: number): Promise<void> {
    for (let nth = 0; ; nth++) {
      let isAlive = true
      const dies = () => {
        if (isAlive && happens(crashes)) isAlive = false
        return !isAlive
      }
      void live({
        name: `desk-${desk}-${nth}`,
        skewMs,
        async call(effect) {
          await time.wait(random() * 60)
          if (dies()) return new Promise<never>(() => undefined)
          const result = effect()
          await time.wait(random() * 60)
          return dies() ? new Promise<never>(() => undefined) : result
        },
        suffers: happens,
      })
      while (isAlive) await time.wait(5_000)
      await time.wait(random() * 120_000)
    }
  }
  for (const [desk, skewMs] of skewsMs.entries()) void run(desk, skewMs)
  return () => faults
}

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
