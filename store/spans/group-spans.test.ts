import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { resolveKey } from '../../search/search-keys.ts'
import { spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { type GroupOrder, groupSpans } from './group-spans.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
const row = (tier: string, durationNs: bigint, status: 'Ok' | 'Error' = 'Ok') =>
  spanRow({ at: 1000, durationNs, status, attributes: tier === '' ? {} : { tier } })
const rows = [row('gold', 10n), row('gold', 30n, 'Error'), row('gold', 20n), row('free', 99n), row('', 5n)]

const store = shareTestStore(rows, rows)

async function groups(order: GroupOrder, key = '@tier', text = '') {
  const by = resolveKey(key, 'spans')
  if (by === undefined) throw new Error(`${key} is no key`)
  return await groupSpans(store(), { search: parseSearch(text, 'spans').search, range, by, order, limit: 10 })
}

test('groups by any attribute, each span once, with exact percentiles', async () => {
  expect(await groups('count')).toMatchObject({
    total: 3,
    oneIn: 1,
    groups: [
      { value: 'gold', count: 3, failed: 1, p50: 20n, p95: 30n, p99: 30n, totalNs: 60n },
      { value: '', count: 1, failed: 0, p50: 5n },
      { value: 'free', count: 1, failed: 0, p50: 99n },
    ],
  })
})

test.each<[GroupOrder, string[]]>([
  ['p95', ['free', 'gold', '']],
  ['failed', ['gold', '', 'free']],
  ['time', ['free', 'gold', '']],
])('sorted by %s', async (order, values) => {
  const { groups: found } = await groups(order)
  expect(found.map(({ value }) => value)).toEqual(values)
})

test.each([
  'service',
  'name',
  'operation',
  'route',
  'kind',
  'status',
  'environment',
  'release',
  'event',
  'duration',
  'is',
  'resource.service.name',
  'event.exception.type',
])('groups by %s', async key => {
  const { groups: found } = await groups('count', key)
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(5)
})

test('groups the matches of a search', async () => {
  const { groups: found } = await groups('count', '@tier', 'is:error')
  expect(found).toMatchObject([{ value: 'gold', count: 1, failed: 1 }])
})
