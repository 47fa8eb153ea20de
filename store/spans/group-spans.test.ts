import { expect, test } from 'vitest'
import { GROUP_SEPARATOR, type GroupOrder } from '../../search/groups.ts'
import { parseSearch } from '../../search/parse-search.ts'
import { resolveKey } from '../../search/search-keys.ts'
import { spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { groupSpans } from './group-spans.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
const row = (tier: string, durationNs: bigint, status: 'Ok' | 'Error' = 'Ok') =>
  spanRow({ at: 1000, durationNs, status, attributes: tier === '' ? {} : { tier } })
const rows = [row('gold', 10n), row('gold', 30n, 'Error'), row('gold', 20n), row('free', 99n), row('', 5n)]

const store = shareTestStore(rows, rows)

async function groups(order: GroupOrder, key = '@tier', text = '') {
  const by = resolveKey(key, 'spans')
  if (by === undefined) throw new Error(`${key} is no key`)
  return await groupSpans(store(), { search: parseSearch(text, 'spans').search, range, by: [by], order, limit: 10 })
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

test('groups by several keys, each a value of its own, and finds the same spans as each', async () => {
  const by = ['@tier', 'is'].flatMap(key => resolveKey(key, 'spans') ?? [])
  const { groups: found, total } = await groupSpans(store(), {
    search: undefined,
    range,
    by,
    order: 'count',
    limit: 10,
  })
  expect(total).toBe(4)
  expect(found.map(({ value, count }) => [...value.split(GROUP_SEPARATOR), count])).toEqual([
    ['gold', '', 2],
    ['', '', 1],
    ['free', '', 1],
    ['gold', 'error', 1],
  ])
})

test('sums up the numbers of an attribute, of spans that have one', async () => {
  const items = (tier: string, text: string) => spanRow({ at: 1000, attributes: { tier, items: text, basket: 'yes' } })
  await store().insert([items('gold', '2'), items('gold', '4.5'), items('gold', 'many'), items('free', '-1')])
  const [by, measure] = ['@tier', '@items'].map(key => resolveKey(key, 'spans'))
  const { search } = parseSearch('has:@basket', 'spans')
  const query = { search, range, by: by ? [by] : [], measure, limit: 10 }
  const { groups: found } = await groupSpans(store(), { ...query, order: 'sum' })
  expect(found.map(({ value, count, measured }) => ({ value, count, ...measured }))).toEqual([
    { value: 'gold', count: 2, sum: 6.5, average: 3.25, least: 2, most: 4.5, p50: 4.5, p95: 4.5, p99: 4.5 },
    { value: 'free', count: 1, sum: -1, average: -1, least: -1, most: -1, p50: -1, p95: -1, p99: -1 },
  ])
  const [least] = (await groupSpans(store(), { ...query, order: 'count', measure: resolveKey('@basket', 'spans') }))
    .groups
  expect(least).toMatchObject({ value: 'gold', count: 3, measured: undefined })
})
