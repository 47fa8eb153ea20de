import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSpans } from '../store/spans/find-spans.ts'
import { rangeEndingAt } from '../store/units.ts'
import { runs } from '../test/property-runs.ts'
import { type InsertedRow, openTestStore, randomHexId, spanRow, type TestStore } from '../test/store/open-test-store.ts'
import { shareTestStore } from '../test/store/share-test-store.ts'
import { createParameterBinder } from './bind.ts'
import { parseSearch } from './parse-search.ts'
import { writeTraceConditions } from './write-trace-conditions.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)

/** `a(b c(d))`: spans with these names, those in brackets below the one before, as a trace of their own. */
function traceOf(text: string, traceId = randomHexId(16)): InsertedRow[] {
  const rows: InsertedRow[] = []
  const open: string[] = []
  for (const [part] of text.matchAll(/\w+|[()]/g)) {
    if (part === ')') open.pop()
    else if (part === '(') open.push(`${rows.at(-1)?.values['SpanId']}`)
    else {
      const parentSpanId = open.at(-1) ?? ''
      const attributes = { kept: text, ...(part === 'slow' ? { 'http.response.status_code': '503' } : {}) }
      const of = { traceId, spanId: randomHexId(8), parentSpanId, service: part, name: part, attributes }
      rows.push(spanRow({ at: 60_000 - rows.length, durationNs: part === 'slow' ? 3_000_000_000n : 1n, ...of }))
    }
  }
  return rows
}

const TRACES = ['a(b)', 'a(c(b))', 'b(a)', 'a(b c)', 'a', 'slow(a)']
const rows = TRACES.flatMap(text => traceOf(text))

async function tracesOf(store: TestStore, text: string): Promise<string[]> {
  const { search, mistakes } = parseSearch(text, 'spans')
  expect(mistakes).toEqual([])
  const { bind, params } = createParameterBinder()
  const where = writeTraceConditions(search, { range, bind })
  const sql = `SELECT SpanAttributes['kept'] AS kept FROM otel_traces WHERE ${where} GROUP BY kept ORDER BY kept`
  return store.query({ name: 'traces', sql, params, decode: row => `${Object(row).kept}` })
}

const store = shareTestStore(rows)

test.each<[string, string[]]>([
  ['[service:a]', ['a', 'a(b c)', 'a(b)', 'a(c(b))', 'b(a)', 'slow(a)']],
  ['service:b', ['a(b c)', 'a(b)', 'a(c(b))', 'b(a)']],
  ['-[service:b]', ['a', 'slow(a)']],
  ['[service:a] -[service:b] -[service:slow]', ['a']],
  ['[service:a] [service:c]', ['a(b c)', 'a(c(b))']],
  ['service:a service:c', []],
  ['[service:b] OR [service:slow]', ['a(b c)', 'a(b)', 'a(c(b))', 'b(a)', 'slow(a)']],
  ['[service:a] > [service:b]', ['a(b c)', 'a(b)']],
  ['[service:a] >> [service:b]', ['a(b c)', 'a(b)', 'a(c(b))']],
  ['[service:c] >> [service:b]', ['a(c(b))']],
  ['[service:b] ~ [service:c]', ['a(b c)']],
  ['[service:b] ~ [service:b]', []],
  ['-([service:a] > [service:b]) [service:b]', ['a(c(b))', 'b(a)']],
  ['[] > [service:a]', ['b(a)', 'slow(a)']],
  ['trace.duration:>2s', ['slow(a)']],
  ['trace.service:b', ['b(a)']],
  ['-trace.service:a', ['b(a)', 'slow(a)']],
  ['trace.status:5xx', ['slow(a)']],
  ['trace.is:error', ['slow(a)']],
  ['trace.duration:>2s OR service:c', ['a(b c)', 'a(c(b))', 'slow(a)']],
])('%s finds the traces %j', async (text, found) => {
  expect(await tracesOf(store(), text)).toEqual(found)
})

test('repeated deliveries change no relation', async () => {
  await using store = await openTestStore(rows)
  await store.command('SYSTEM STOP MERGES otel_traces')
  await store.insert(rows)
  expect(await tracesOf(store, '[service:b] ~ [service:b]')).toEqual([])
  expect(await tracesOf(store, '[service:c] >> [service:b]')).toEqual(['a(c(b))'])
})

test('cyclic ids terminate, and a descendant is found a hundred levels down', async () => {
  const traceId = randomHexId(16)
  const ring = [randomHexId(8), randomHexId(8)]
  const chain = Array.from({ length: 101 }, () => randomHexId(8))
  const of = (id: string, parentSpanId: string, name: string, trace = traceId) =>
    spanRow({ traceId: trace, spanId: id, parentSpanId, service: name, attributes: { kept: name } })
  await using store = await openTestStore([
    of(ring[0] ?? '', ring[1] ?? '', 'ring'),
    of(ring[1] ?? '', ring[0] ?? '', 'ring'),
    ...chain.map((id, index) =>
      of(
        id,
        chain[index - 1] ?? '',
        index === 0 ? 'top' : index === 100 ? 'bottom' : 'between',
        randomHexId(16).replace(/.*/, '1'.repeat(32)),
      ),
    ),
  ])
  expect(await tracesOf(store, '[service:top] >> [service:bottom]')).toEqual(['between', 'bottom', 'top'])
  expect(await tracesOf(store, '[service:top] >> [service:ring]')).toEqual([])
  expect(await tracesOf(store, '[service:ring] >> [service:ring]')).toEqual(['ring'])
})

test('relations of a trace of 20,000 spans fit into the memory of one query', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, Duration, SpanAttributes)
    SELECT now() - 60, repeat('2', 32), leftPad(hex(number + 1), 16, '0'), if(number = 0, '', leftPad(hex(intDiv(number - 1, 2) + 1), 16, '0')),
      if(number = 0, 'top', if(number = 19998, 'leaf', 'between')), 1, map('kept', 'large') FROM numbers(20000)`)
  expect(await tracesOf(store, '[service:top] >> [service:leaf]')).toEqual(['large'])
  expect(await tracesOf(store, '[service:leaf] >> [service:top]')).toEqual([])
  expect(await tracesOf(store, '[service:between] > [service:leaf]')).toEqual(['large'])
  expect(await tracesOf(store, '[service:between] ~ [service:leaf]')).toEqual(['large'])
})

test('descendants are those that a walk up the parents finds, in any forest', async () => {
  const service = fc.constantFrom('a', 'b', 'c')
  const forest = fc.array(fc.record({ service, parent: fc.nat(12) }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(forest, { minLength: 1, maxLength: 6 }), async forests => {
      const ids = forests.map(spans => spans.map(() => randomHexId(8)))
      const wanted = forests.flatMap((spans, trace) => (descends(spans) ? [`${trace}`] : []))
      await using store = await openTestStore(
        forests.flatMap((spans, trace) => {
          const traceId = randomHexId(16)
          return spans.map(({ service, parent }, index) => {
            const ofSpan = {
              traceId,
              spanId: ids[trace]?.[index] ?? '',
              parentSpanId: ids[trace]?.[parent] ?? randomHexId(8),
            }
            return spanRow({ ...ofSpan, service, attributes: { kept: `${trace}` } })
          })
        }),
      )
      expect(await tracesOf(store, '[service:a] >> [service:b]')).toEqual(wanted)
    }),
    runs(3),
  )
})

/** Whether a span of b has one of a above it; a parent may be the span itself, lie in a ring, or be missing. */
function descends(spans: readonly { readonly service: string; readonly parent: number }[]): boolean {
  return spans.some(({ service, parent }) => {
    let at = parent
    for (let step = 0; service === 'b' && step <= spans.length; step++) {
      const above = spans[at]
      if (above === undefined) return false
      if (above.service === 'a') return true
      at = above.parent
    }
    return false
  })
}

test.each([
  ['[service:a] > [service:b]', 'a a b b'],
  ['trace.service:b', 'a b'],
  ['trace.service:b service:a', 'a'],
  ['-[service:b] -[service:slow]', 'a'],
  ['[service:c] OR service:slow', 'c c slow'],
])('of %s, the spans %j are shown', async (text, names) => {
  await using store = await openTestStore(rows)
  const { search } = parseSearch(text, 'spans')
  const spans = await findSpans(store, { search, range, limit: 100 })
  expect(
    spans
      .map(({ name }) => name)
      .toSorted()
      .join(' '),
  ).toBe(names)
})
