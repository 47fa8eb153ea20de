import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { listRhythms } from '../../store/services/list-rhythms.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../store/time-units.ts'
import { nsOfMs } from '../../store/units.ts'
import { openTestStore, type TestStore } from '../../test/store/open-test-store.ts'
import { findSilences } from './find-silences.ts'
import { EVEN_PART, MIN_RUNS, MIN_SILENCE_MS } from './thresholds.ts'

const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS

/** A number from 0 to 1 that looks random, made of other numbers. */
const CHANCE = (numbers: string) => `sipHash64(${numbers}) / 18446744073709551615`

/**
 * Forty services with four operations each, for two weeks: with 6 to 1,500 requests a day, each by itself; three of four have a tenth of that
 * in eight hours of the night.
 */
const REQUESTS = `
  INSERT INTO ${TABLES.operationActivity} (Bucket, ServiceName, Operation, FirstSeen, LastSeen)
  SELECT at, concat('service-', toString(operation % 40)), concat('/', toString(operation)), seen, seen
  FROM (
    SELECT operation, bucket, toDateTime(${endMs / 1000} - 300 * bucket) AS at, toDateTime64(at, 9) + ${CHANCE('bucket, operation')} * 300 AS seen,
      6 * pow(250, operation / 159) / 288 * if(operation % 4 != 0 AND toHour(at) < 8, 0.1, 1) AS expected
    FROM (SELECT arrayJoin(range(160)) AS operation, arrayJoin(range(1, ${(14 * DAY_MS) / (5 * MINUTE_MS)})) AS bucket)
  )
  WHERE ${CHANCE('operation, bucket')} < 1 - exp(-expected)`

/** Jobs of one service, from every 15 minutes to every day, each as much as a twentieth of its period early or late. */
const PERIODS_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS]
const jobsUntil = (lastMs: number) => `
  INSERT INTO ${TABLES.operationActivity} (Bucket, ServiceName, Operation, FirstSeen, LastSeen)
  SELECT toStartOfFiveMinutes(seen), 'jobs', toString(period), seen, seen
  FROM (
    SELECT period, toDateTime64(${lastMs / 1000} - period * run + (${CHANCE('period, run')} - 0.5) / 10 * period, 9) AS seen
    FROM (SELECT arrayJoin([${PERIODS_MS.map(ms => ms / 1000)}]) AS period, arrayJoin(range(${14 * 96})) AS run)
    WHERE period * run < ${(14 * DAY_MS) / 1000}
  )`

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store?.[Symbol.asyncDispose]())

const silencesAt = async (nowMs: number) =>
  findSilences(
    await listRhythms(store, {
      nowMs,
      leastSilenceMs: MIN_SILENCE_MS,
      leastRuns: MIN_RUNS,
      evenPart: EVEN_PART,
    }),
    nsOfMs(nowMs),
  )

test('chance names at most one of forty services in a week, and each missed run of a job within one period', async () => {
  await store.command(REQUESTS)
  await store.command(jobsUntil(endMs - 20 * MINUTE_MS))
  const named = new Set<string>()
  for (let hour = 0; hour < 168; hour++) {
    const silences = await silencesAt(endMs - 10 * MINUTE_MS - hour * HOUR_MS)
    for (const { service, operations } of silences) named.add(`${service} ${operations}`)
  }
  expect([...named].length, [...named].join('\n')).toBeLessThanOrEqual(1)

  // The next run of each is missed.
  for (const periodMs of PERIODS_MS) {
    const silences = await silencesAt(endMs - 20 * MINUTE_MS + 2 * periodMs)
    const jobs = silences.filter(({ service }) => service === 'jobs')
    expect(
      jobs.flatMap(({ operations }) => operations),
      String(periodMs),
    ).toContain(String(periodMs / 1000))
  }
})
