import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSpans } from '../store/spans/find-spans.ts'
import { rangeEndingAt } from '../store/units.ts'
import { runs } from '../test/property-runs.ts'
import { type InsertedRow, logRow, openTestStore, spanRow, type TestStore } from '../test/store/open-test-store.ts'
import { shareTestStore } from '../test/store/share-test-store.ts'
import { createParameterBinder } from './bind.ts'
import { parseSearch } from './parse-search.ts'
import { writeConditions } from './write-conditions.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)

const span = (name: string, options: Parameters<typeof spanRow>[0] = {}) => spanRow({ at: 1000, ...options, name })

/** Each is named after what distinguishes it. */
const SPANS: readonly InsertedRow[] = [
  span('web', {
    service: 'web',
    kind: 'Server',
    durationNs: 300_000_000n,
    attributes: {
      'http.route': '/orders/:id',
      'http.response.status_code': '500',
      n: '5',
      'a key': 'x',
      'http.request.method': 'POST',
    },
    resource: { 'service.version': '3.2.1', 'deployment.environment.name': 'production' },
  }),
  span('api', {
    service: 'api',
    kind: 'Client',
    status: 'Error',
    parentSpanId: 'b7ad6b7169203331',
    durationNs: 2_000_000_000n,
    resource: { 'service.version': '3.2.1', team: 'the shop' },
    attributes: { 'db.system': 'postgresql', 'db.statement': 'SELECT 100% FROM a_b', n: '50', 'service.version': '9' },
    events: [{ name: 'exception', attributes: { 'exception.type': 'TypeError' } }],
  }),
  span('none', {
    service: 'none',
    kind: 'Internal',
    parentSpanId: 'b7ad6b7169203331',
    durationNs: 1n,
    attributes: { n: 'many' },
  }),
]

/** Attributes as the exporter writes those that are no texts. */
const VALUES: readonly InsertedRow[] = [
  ...['0.5', '3', '1e+21', '-7', '0042', '9007199254740993', '[1,2.5,-3]', '["a","b c","5"]', '[true,null]', '[]'],
  ...['["[1]"]', '[1', 'a'],
].map(value => span(value, { attributes: { v: value } }))

test.each([
  ['@v:0.50', '0.5'],
  ['@v:3.0', '3'],
  ['@v:3', '3'],
  ['@v:"3.0"', ''],
  ['@v:>1e20', '1e+21'],
  ['@v:1e21', '1e+21'],
  ['@v:-7.0', '-7'],
  ['@v:<-6', '-7'],
  ['@v:-8..-6', '-7'],
  ['@v:-3', '[1,2.5,-3]'],
  ['@v:0042', '0042'],
  ['@v:9007199254740993', '9007199254740993'],
  ['@v:9007199254740992', ''],
  ['@v:2.50', '[1,2.5,-3]'],
  ['@v:1..2', '[1,2.5,-3]'],
  ['@v:a', '["a","b c","5"] a'],
  ['@v:"b c"', '["a","b c","5"]'],
  ['@v:b*', '["a","b c","5"]'],
  ['@v:5', '["a","b c","5"]'],
  ['@v:[x,a]', '["a","b c","5"] a'],
  ['@v:true', '[true,null]'],
  ['@v:"[1]"', '["[1]"]'],
  ['-@v:* @v:1', ''],
  ['@v:!=a @v:[3,-7]', '-7 3'],
])('of numbers and arrays, %s finds %j', async (text, names) => {
  expect(await found(values(), text)).toBe(names)
})

test.each([
  ['service:web', 'web'],
  ['service:[web,api]', 'api web'],
  ['service:w*', 'web'],
  ['service:?eb', 'web'],
  ['service:"w*"', ''],
  ['service:WEB', ''],
  ['service:~WE', 'web'],
  ['-service:web', 'api none'],
  ['kind:server', 'web'],
  ['kind:[client,Internal]', 'api none'],
  ['has:route', 'web'],
  ['-has:route', 'api none'],
  ['route:/orders/:id', 'web'],
  ['route:*', 'web'],
  ['route:""', 'api none'],
  ['operation:/orders/:id', 'web'],
  ['operation:[api,none]', 'api none'],
  ['status:500', 'web'],
  ['status:5xx', 'web'],
  ['status:<600', 'web'],
  ['status:400..599', 'web'],
  ['status:error', 'api'],
  ['status:[error,500]', 'api web'],
  ['has:status', 'web'],
  ['duration:>300ms', 'api'],
  ['duration:>=300ms', 'api web'],
  ['duration:<300ms', 'none'],
  ['duration:300ms', 'web'],
  ['duration:300ms..2s', 'api web'],
  ['duration:1s..', 'api'],
  ['duration:..0.3s', 'none web'],
  ['release:3.2.*', 'api web'],
  ['environment:production', 'web'],
  ['method:POST', 'web'],
  ['db:postgresql', 'api'],
  ['statement:~"100% from"', 'api'],
  ['statement:*100%*', 'api'],
  ['statement:*a?b', 'api'],
  ['statement:*a%b*', ''],
  ['is:error', 'api web'],
  ['is:root', 'web'],
  ['is:entry', 'web'],
  ['-is:error', 'none'],
  ['parent:B7AD6B7169203331', 'api none'],
  ['event:exception', 'api'],
  ['-event:exception', 'none web'],
  ['event.exception.type:TypeError', 'api'],
  ['has:event.exception.type', 'api'],
  ['@n:5', 'web'],
  ['@n:>=5', 'api web'],
  ['@n:>5', 'api'],
  ['@n:1..49', 'web'],
  ['@n:~A', 'none'],
  ['-@n:>=5', 'none'],
  ['-@http.route:x', 'api none web'],
  ['has:@n', 'api none web'],
  ['@"a key":x', 'web'],
  ['@service.version:3.2.1', 'api web'],
  ['@service.version:9', 'api'],
  ['-@service.version:3.2.1', 'none'],
  ['span.service.version:9', 'api'],
  ['span.service.version:3.2.1', ''],
  ['-span.service.version:9', 'none web'],
  ['has:span.service.version', 'api'],
  ['@service.version:""', 'none'],
  ['@team:"the shop"', 'api'],
  ['@team:~SHOP', 'api'],
  ['resource.service.version:9', ''],
  ['resource.service.version:3.2.1', 'api web'],
  ['has:@service.version', 'api web'],
  ['orders', 'web'],
  ['"100% from"', 'api'],
  ['none', 'none'],
  ['-none', 'api web'],
  ['is:error OR status:500', 'api web'],
  ['is:error status:500', 'web'],
  ['-(is:error OR status:500)', 'none'],
])('of three spans, %s finds %j', async (text, names) => {
  expect(await found(store(), text)).toBe(names)
})

async function found(store: TestStore, text: string): Promise<string> {
  const { search, mistakes } = parseSearch(text, 'spans')
  expect(mistakes).toEqual([])
  const spans = await findSpans(store, { search, range, limit: 100 })
  return spans
    .map(({ name }) => name)
    .toSorted()
    .join(' ')
}

const log = (body: string, options: Parameters<typeof logRow>[0] = {}) => logRow({ at: 1000, ...options, body })

const LOGS: readonly InsertedRow[] = [
  log('started', { severityNumber: 9, eventName: 'shop.started' }),
  log('slow', { severityNumber: 13, service: 'cart' }),
  log('timeout', {
    severityNumber: 17,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    attributes: { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' },
  }),
  log('unknown', { severityNumber: 0 }),
]
const store = shareTestStore(SPANS, LOGS)
const values = shareTestStore(VALUES)

test.each([
  ['severity:warn', 'slow'],
  ['severity:>=warn', 'slow timeout'],
  ['severity:>warn', 'timeout'],
  ['severity:<warn', 'started'],
  ['severity:<=warn', 'slow started'],
  ['severity:info..warn', 'slow started'],
  ['severity:[info,error]', 'started timeout'],
  ['severity:17', 'timeout'],
  ['-severity:warn', 'started timeout unknown'],
  ['has:severity', 'slow started timeout'],
  ['is:error', 'timeout'],
  ['is:exception', 'timeout'],
  ['has:trace', 'timeout'],
  ['body:~TIME', 'timeout'],
  ['body:s*', 'slow started'],
  ['event:shop.started', 'started'],
  ['service:cart', 'slow'],
  ['@exception.type:TypeError', 'timeout'],
  ['undefined', 'timeout'],
])('of four log records, %s finds %j', async (text, bodies) => {
  const { search, mistakes } = parseSearch(text, 'logs')
  expect(mistakes).toEqual([])
  const { bind, params } = createParameterBinder()
  const sql = `SELECT Body AS body FROM otel_logs WHERE ${writeConditions(search, 'logs', bind)} ORDER BY body`
  const rows = await store().query({ name: 'logs', sql, params, decode: row => Object(row).body })
  expect(rows.join(' ')).toBe(bodies)
})

const FILTERS = [
  'service:web',
  'is:error',
  'duration:>=300ms',
  '@n:>=5',
  'status:5xx',
  'orders',
  'has:route',
  'event:exception',
]
const PAIRS = FILTERS.flatMap((one, at) => FILTERS.slice(at + 1).map(other => [one, other] as const))

test('AND, OR and NOT of any two filters are right, however rows are split and repeated', async () => {
  await using store = await openTestStore()
  await store.command('SYSTEM STOP MERGES otel_traces')
  const deliveries = fc.array(fc.shuffledSubarray([...SPANS], { minLength: 1 }), { minLength: 1, maxLength: 4 })
  const pairs = fc.shuffledSubarray(PAIRS, { minLength: 7, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(deliveries, pairs, async (inserts, chosen) => {
      await store.empty()
      for (const insert of [...inserts, SPANS]) await store.insert(insert)
      const all = new Set(SPANS.map(({ values }) => `${values['SpanName']}`))
      const each = new Map<string, Set<string>>()
      for (const filter of FILTERS) each.set(filter, new Set((await found(store, filter)).split(' ').filter(Boolean)))
      for (const [one, other] of chosen) {
        const [a = all, b = all] = [each.get(one), each.get(other)]
        const names = (holds: (name: string) => boolean) => [...all].filter(holds).toSorted().join(' ')
        expect(await found(store, `${one} ${other}`)).toBe(names(name => a.has(name) && b.has(name)))
        expect(await found(store, `${one} OR ${other}`)).toBe(names(name => a.has(name) || b.has(name)))
        expect(await found(store, `-(${one}) ${other}`)).toBe(names(name => !a.has(name) && b.has(name)))
      }
    }),
    { ...runs(2), endOnFailure: true },
  )
})
