import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { runs } from '../../test/property-runs.ts'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { compareSpans } from './compare-spans.ts'
import { listSpanFacets } from './list-span-facets.ts'

// Its end is far enough away for a test that runs late on a busy machine.
const range = rangeEndingAt(Date.now() + 1_200_000, 4_800_000)
const queryOf = (text: string) => {
  const { search } = parseSearch(text, 'spans')
  if (search === undefined) throw new Error(`${text} is no search`)
  return search
}
const selection = queryOf('is:error')
const span = (failed: boolean, attributes: Record<string, string>, resource: Record<string, string> = {}) =>
  spanRow({ at: 1000, service: 'web', status: failed ? 'Error' : 'Ok', attributes, resource })
const spans = (times: number, ...of: Parameters<typeof span>) => Array.from({ length: times }, () => span(...of))

test('ranks the attributes in which the selected spans differ, each span once', async () => {
  const rows = [
    ...spans(45, true, { tier: 'gold', shard: '7' }, { 'host.name': 'a' }),
    ...spans(5, true, { tier: 'free', shard: '7' }, { 'host.name': 'b' }),
    ...spans(50, false, { tier: 'gold' }, { 'host.name': 'a' }),
    ...spans(150, false, { tier: 'free' }, { 'host.name': 'a' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const { keys, failures, ...totals } = await compareSpans(store, { search: queryOf('service:web'), selection, range })
  expect(failures).toEqual([])
  expect(totals).toEqual({ selected: 50, others: 200, oneIn: 1 })
  expect(keys.map(({ key }) => key)).toEqual(['@shard', '@tier', 'resource.host.name'].slice(0, keys.length))
  expect(keys[0]?.values).toMatchObject([
    { value: '7', selected: 1, others: 0 },
    { value: '', selected: 0, others: 1 },
  ])
  expect(keys[1]?.values).toMatchObject([
    { value: 'gold', selected: 0.9, others: 0.25 },
    { value: 'free', selected: 0.1, others: 0.75 },
  ])
})

test.each([
  ['is:error', ['@tier', '@error.type']],
  ['@tier:gold', ['@error.type', '@tier']],
  ['@error.type:E @tier:gold', ['@error.type', '@tier']],
])('of %s what restates the selection is last', async (text, keys) => {
  const rows = [
    ...spans(40, true, { tier: 'gold', 'error.type': 'E' }),
    ...spans(4, false, { tier: 'gold' }),
    ...spans(40, false, { tier: 'free' }),
  ]
  await using store = await openTestStore(rows)
  const { keys: found } = await compareSpans(store, { search: undefined, selection: queryOf(text), range })
  expect(found.map(({ key }) => key)).toEqual(keys)
})

test('of spans selected as failed it is told apart how they failed, if not all alike', async () => {
  const rows = [
    ...spans(30, true, { tier: 'gold', 'error.type': 'Timeout' }),
    ...spans(10, true, { tier: 'gold', 'error.type': '503' }),
    ...spans(40, false, { tier: 'free' }),
  ]
  await using store = await openTestStore(rows)
  const compare = (text: string) => compareSpans(store, { search: undefined, selection: queryOf(text), range })
  const { keys, failures } = await compare('is:error')
  expect(keys.map(({ key }) => key)).toEqual(['@tier'])
  expect(failures.map(({ key, values }) => [key, values.map(({ value, selected }) => [value, selected])])).toEqual([
    [
      '@error.type',
      [
        ['Timeout', 0.75],
        ['503', 0.25],
      ],
    ],
  ])
  expect((await compare('@tier:gold')).failures).toEqual([])
})

test('keys with the same shares are one, under the name that every sender has', async () => {
  const place = (name: string) => ({ 'host.name': name, 'host.ip': `10.0.0.${name}` })
  const rows = [
    ...spans(40, true, { 'url.path': '/a', tier: 'gold' }, place('1')),
    ...spans(5, true, { 'url.path': '/b', tier: 'free' }, place('2')),
    ...spans(10, false, { 'url.path': '/a', tier: 'free' }, place('1')),
    ...spans(80, false, { 'url.path': '/b', tier: 'gold' }, place('2')),
  ]
  await using store = await openTestStore(rows)
  const { keys } = await compareSpans(store, { search: undefined, selection, range })
  expect(keys.map(({ key, also }) => [key, also])).toEqual([['@url.path', ['resource.host.ip', 'resource.host.name']]])
})

test('a value that is many times as frequent ranks before one of more spans that is hardly more frequent', async () => {
  const rows = [
    ...spans(8, true, { path: '/orders', side: 'client' }),
    ...spans(22, true, { path: '/cart', side: 'client' }),
    ...spans(10, true, { path: '/cart', side: 'server' }),
    ...spans(2, false, { path: '/orders', side: 'server' }),
    ...spans(100, false, { path: '/cart', side: 'client' }),
    ...spans(98, false, { path: '/cart', side: 'server' }),
  ]
  await using store = await openTestStore(rows)
  const { keys } = await compareSpans(store, { search: undefined, selection, range })
  expect(keys.map(({ key, values }) => [key, values[0]?.value])).toEqual([
    ['@path', '/orders'],
    ['@side', 'client'],
  ])
})

test('a key that says no more than another one does is folded into it', async () => {
  const of = (team: string, runtime: string) => [{ team }, { 'process.runtime.name': runtime }] as const
  const rows = [
    ...spans(40, true, ...of('search', 'cpython')),
    ...spans(10, true, ...of('cart', 'nodejs')),
    ...spans(30, false, ...of('search', 'cpython')),
    ...spans(60, false, ...of('cart', 'nodejs')),
    ...spans(70, false, ...of('stock', 'nodejs')),
  ]
  await using store = await openTestStore(rows)
  const { keys } = await compareSpans(store, { search: undefined, selection, range })
  expect(keys.map(({ key, also }) => [key, also])).toEqual([['@team', ['resource.process.runtime.name']]])
})

test('a key that tells little more than another one does is folded into it; a release names its services', async () => {
  const named = (name: string, route: string, version: string, service = 'web') =>
    spanRow({
      at: 1000,
      service,
      name,
      status: name === 'GET /' ? 'Ok' : 'Error',
      attributes: { 'http.route': route },
      resource: { 'service.version': version },
    })
  const many = (times: number, ...of: Parameters<typeof named>) => Array.from({ length: times }, () => named(...of))
  await using store = await openTestStore([
    ...many(40, 'POST /orders', '/orders', '2'),
    ...many(6, 'GET /cart', '/cart', '2'),
    ...many(3, 'POST /cart', '/cart', '1'),
    ...many(300, 'GET /', '/', '1'),
    ...many(100, 'GET /', '/', '1', 'stock'),
  ])
  const { keys } = await compareSpans(store, { search: undefined, selection, range })
  expect(keys.find(({ key }) => key === 'operation')?.also).toEqual(['route', 'name'])
  expect(keys.find(({ key }) => key === 'release')?.values.map(of => [of.value, of.ofService])).toEqual([
    ['2', 'web'],
    ['1', 'stock and web'],
  ])
})

test('a key that differs only by which spans have it is last; what the selection has more of is first', async () => {
  const rows = [
    ...Array.from({ length: 40 }, () => span(true, { tier: 'gold' })),
    ...Array.from({ length: 10 }, (_, n) => span(true, { tier: 'free', visit: `failed ${n % 3}` })),
    ...Array.from({ length: 90 }, (_, n) => span(false, { tier: 'free', visit: `${n % 30}` })),
    ...Array.from({ length: 10 }, (_, n) => span(false, { tier: 'gold', visit: `gold ${n % 3}` })),
  ]
  await using store = await openTestStore(rows)
  const { keys } = await compareSpans(store, { search: undefined, selection, range })
  expect(keys.map(({ key, values }) => [key, values[0]?.value])).toEqual([
    ['@tier', 'gold'],
    ['@visit', ''],
  ])
})

test('what only browsers say, and what numbers processes, is last', async () => {
  const browser = { 'browser.language': 'en-GB' }
  const python = { 'process.pid': '102', 'telemetry.sdk.version': '1.60.0' }
  const rows = [
    ...spans(60, true, { tier: 'gold' }, { ...python, 'host.name': 'a' }),
    ...spans(20, true, { tier: 'free' }, { ...python, 'host.name': 'a' }),
    ...spans(20, true, { tier: 'free' }, browser),
    ...spans(80, false, { tier: 'gold' }, { ...python, 'host.name': 'b' }),
    ...spans(10, false, { tier: 'free' }, { ...python, 'host.name': 'b' }),
    ...spans(110, false, { tier: 'free' }, browser),
  ]
  await using store = await openTestStore(rows)
  const { keys } = await compareSpans(store, { search: undefined, selection, range })
  const names = keys.flatMap(({ key, also }) => [key, ...also])
  expect(names.slice(0, 2)).toEqual(['resource.host.name', '@tier'])
  expect(new Set(names.slice(2))).toEqual(
    new Set(['resource.browser.language', 'resource.process.pid', 'resource.telemetry.sdk.version']),
  )
})

test('a difference that chance may explain is none', async () => {
  const rows = [span(true, { tier: 'gold' }), span(false, { tier: 'free' }), span(false, { tier: 'gold' })]
  await using store = await openTestStore(rows)
  expect((await compareSpans(store, { search: undefined, selection, range })).keys).toEqual([])
})

test('ids and attributes that Errata adds are not compared', async () => {
  const rows = [true, false].flatMap(failed =>
    Array.from({ length: 40 }, (_, n) => span(failed, { id: `${failed}${n}`, 'errata.kind': `${failed}` })),
  )
  await using store = await openTestStore(rows)
  expect((await compareSpans(store, { search: undefined, selection, range })).keys).toEqual([])
})

test('a key has no higher score than an earlier one, and in it the greatest difference of shares is first', async () => {
  const values = fc.tuple(
    ...['a', 'b', 'c'].map(value => fc.tuple(fc.constant(value), fc.nat({ max: 9 }), fc.nat({ max: 9 }))),
  )
  await fc.assert(
    fc.asyncProperty(values, values, async (tiers, shards) => {
      const rowsOf = (key: string, of: typeof tiers) =>
        of.flatMap(([value, failed, ok]) => [
          ...spans(failed * 6, true, { [key]: value }),
          ...spans(ok * 6, false, { [key]: value }),
        ])
      await using store = await openTestStore([...rowsOf('tier', tiers), ...rowsOf('shard', shards)])
      const { keys } = await compareSpans(store, { search: undefined, selection, range })
      const scores = keys.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      for (const { values } of keys) {
        const { more = [], less = [] } = Object.groupBy(values, of =>
          of.score > 0 && of.selected > of.others ? 'more' : 'less',
        )
        expect(values).toEqual([more, less].flatMap(of => of.toSorted((a, b) => differenceOf(b) - differenceOf(a))))
      }
    }),
    runs(4),
  )
})

const differenceOf = (of: { readonly selected: number; readonly others: number }) => Math.abs(of.selected - of.others)

test('shares of a key add up to one, identical groups do not differ, and the facets pick the same spans, for any counts', async () => {
  const counts = fc.array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c'), fc.nat({ max: 6 }), fc.nat({ max: 6 })), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(counts, async groups => {
      const attributes = (tier: string) => (tier === '' ? {} : { tier })
      const rows = groups.flatMap(([tier, failed, ok]) => [
        ...spans(failed * 8, true, attributes(tier)),
        ...spans(ok * 8, false, attributes(tier)),
      ])
      await using store = await openTestStore(rows)
      const { keys, selected, others } = await compareSpans(store, { search: undefined, selection, range })
      expect(selected + others).toBe(rows.length)
      const { cells } = await listSpanFacets(store, { search: undefined, selection, range, bucketNs: 60_000_000_000n })
      expect(cells.reduce((sum, { picked }) => sum + picked, 0)).toBe(selected)
      for (const { values } of keys.filter(({ key }) => key === '@tier')) {
        expect(values.reduce((sum, of) => sum + of.selected, 0)).toBeCloseTo(selected === 0 ? 0 : 1)
        expect(values.reduce((sum, of) => sum + of.others, 0)).toBeCloseTo(others === 0 ? 0 : 1)
      }
      const same = groups.every(([, failed, ok]) => failed === ok)
      if (same) expect(keys.filter(({ key }) => key === '@tier')).toEqual([])
    }),
    runs(4),
  )
})
