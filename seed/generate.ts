import type { SeedBatch } from './record.ts'
import { generateVisit } from './visits.ts'

export interface SeedPlan {
  readonly seed: number
  /** Approximate number of spans, including noise: exceeded by a visit at most. */
  readonly spans: number
  readonly days: number
  /** End of the telemetry, Unix milliseconds. */
  readonly untilMs: number
}

const INTERVAL_US = 300_000_000
const DAY_INTERVALS = 288

/**
 * Generates telemetry of a shop with its services, visit by visit, in order of time by five minutes. Equal plans give equal bytes and ids,
 * so it can be sent twice without duplicates.
 */
export function* generateTelemetry({ seed, spans, days, untilMs }: SeedPlan): Generator<SeedBatch> {
  const intervals = days * DAY_INTERVALS
  const untilUs = untilMs * 1000
  const startUs = untilUs - intervals * INTERVAL_US
  const weights = Array.from({ length: intervals }, (_, interval) => busyness(startUs + interval * INTERVAL_US))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let due = 0
  let made = 0
  for (let interval = 0; interval < intervals; interval += 1) {
    due += (weights[interval] ?? 0) / whole
    for (let visit = 0; made < Math.round(due * spans); visit += 1) {
      const batch = generateVisit(
        [seed, interval - intervals, visit],
        { fromUs: startUs + interval * INTERVAL_US, lengthUs: INTERVAL_US },
        untilUs,
      )
      made += batch.spans.length
      yield batch
    }
  }
}

/** Nights and weekends are quiet: between 0.2 and 1.1. */
function busyness(atUs: number): number {
  const at = new Date(atUs / 1000)
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60
  const byDay = 0.6 - 0.4 * Math.cos(((hour - 3) / 24) * 2 * Math.PI)
  const isWeekend = at.getUTCDay() % 6 === 0
  return (byDay + 0.1 * Math.exp(-((hour - 19.5) ** 2) / 4)) * (isWeekend ? 0.7 : 1)
}
