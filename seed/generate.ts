import type { SeedBatch } from './record.ts'
import { makeVisit } from './visits.ts'

export interface Plan {
  readonly seed: number
  /** About how many spans, noise included: exceeded by a visit at most. */
  readonly spans: number
  readonly days: number
  /** Where the telemetry ends, Unix milliseconds. */
  readonly untilMs: number
}

const SLOT_US = 300_000_000
const DAY_SLOTS = 288

/**
 * Makes telemetry of a shop with its services, a visit at a time and in the order of time by five minutes: the same for the same plan, to the last byte, and
 * with the same ids, so that it can be sent twice without being there twice.
 */
export function* generate({ seed, spans, days, untilMs }: Plan): Generator<SeedBatch> {
  const slots = days * DAY_SLOTS
  const untilUs = untilMs * 1000
  const startUs = untilUs - slots * SLOT_US
  const weights = Array.from({ length: slots }, (_, slot) => busyness(startUs + slot * SLOT_US))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let due = 0
  let made = 0
  for (let slot = 0; slot < slots; slot += 1) {
    due += (weights[slot] ?? 0) / whole
    for (let visit = 0; made < Math.round(due * spans); visit += 1) {
      const batch = makeVisit(
        [seed, slot - slots, visit],
        { fromUs: startUs + slot * SLOT_US, lengthUs: SLOT_US },
        untilUs,
      )
      made += batch.spans.length
      yield batch
    }
  }
}

/** Nights are quiet, and weekends too: between 0.2 and 1.1. */
function busyness(atUs: number): number {
  const at = new Date(atUs / 1000)
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60
  const byDay = 0.6 - 0.4 * Math.cos(((hour - 3) / 24) * 2 * Math.PI)
  const isWeekend = at.getUTCDay() % 6 === 0
  return (byDay + 0.1 * Math.exp(-((hour - 19.5) ** 2) / 4)) * (isWeekend ? 0.7 : 1)
}
