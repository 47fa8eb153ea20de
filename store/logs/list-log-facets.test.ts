import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listLogFacets } from './list-log-facets.ts'

const HOUR = 3_600_000
const startMs = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR
const range = { from: nsOfMs(startMs), to: nsOfMs(startMs + HOUR) }
const bucketNs = 1_800_000_000_000n
const at = (minutes: number) => nsOfMs(startMs + minutes * 60_000)

test('counts the matches of a search once, over time by severity and by any attribute', async () => {
  const rows = [
    logRow({ at: at(1), severityNumber: 17, body: 'timeout', attributes: { host: 'db1' } }),
    logRow({ at: at(2), severityNumber: 13, body: 'timeout soon', attributes: { host: 'db1' } }),
    logRow({ at: at(40), severityNumber: 0, body: 'timeout', attributes: { host: 'db2' } }),
    logRow({ at: at(41), body: 'fine' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const { search } = parseSearch('timeout', 'logs')
  expect(await listLogFacets(store, { search, range, bucketNs })).toMatchObject({
    total: 3,
    failed: 1,
    oneIn: 1,
    buckets: [
      { bucketNs: at(0), series: 'error', count: 1, failed: 1 },
      { bucketNs: at(0), series: 'warn', count: 1, failed: 0 },
      { bucketNs: at(30), series: 'none', count: 1, failed: 0 },
    ],
    values: {
      severity: [
        { value: 'error', count: 1 },
        { value: 'none', count: 1 },
        { value: 'warn', count: 1 },
      ],
      '@host': [
        { value: 'db1', count: 2 },
        { value: 'db2', count: 1 },
      ],
    },
  })
})

test('of many records, facets are estimated from the stored sample, each record once', async () => {
  await using store = await openTestStore()
  const insert = `INSERT INTO log_samples (Timestamp, ServiceName, Severity, LogAttributes, Id)
    SELECT fromUnixTimestamp64Nano(toInt64(${range.from} + number)), 'web', if(number % 4 = 0, 17, 9),
      map('tier', if(number % 4 = 0, 'gold', 'free')), sipHash64(number) AS Id FROM numbers(64000) WHERE bitAnd(Id, 15) = 0`
  await store.command(insert)
  await store.command(insert)
  const [{ records } = { records: '0' }] = await store.querySql<{ records: string }>(
    'SELECT count() AS records FROM log_samples FINAL',
  )
  expect(Number(records)).toBeGreaterThan(3_500)

  const { total, oneIn, failed, values } = await listLogFacets(store, { search: undefined, range, bucketNs })
  expect([total, oneIn]).toEqual([16 * Number(records), 16])
  expect(failed / total).toBeCloseTo(0.25, 1)
  expect(values['@tier']?.map(({ value }) => value)).toEqual(['free', 'gold'])
})
