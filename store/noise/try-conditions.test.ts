import { expect, test } from 'vitest'
import { exceptionRow, newId, noiseRow, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { nsOfMs, rangeBefore } from '../units.ts'
import { type Condition, type Context, parseCondition } from './parse-condition.ts'
import { tryConditions } from './try-conditions.ts'

const nowMs = Date.now()
const at = nsOfMs(nowMs - 60_000)
const range = rangeBefore(nowMs + 60_000, 3_600_000)

function conditionsOf(...texts: string[]): Map<Context, Condition[]> {
  const all = new Map<Context, Condition[]>()
  for (const text of texts) {
    const parsed = parseCondition(text)
    if ('fault' in parsed) throw new Error(parsed.fault)
    const context = parsed.context ?? 'log'
    all.set(context, [...(all.get(context) ?? []), parsed.condition])
  }
  return all
}

test('tells how many exceptions of how many issues log conditions would have removed, each once', async () => {
  const lost = exceptionRow({ at, message: 'order 17 has no total' })
  await using store = await openTestStore([
    lost,
    lost,
    exceptionRow({ at, message: 'order 18 has no total', traceId: newId(16), spanId: newId(8) }),
    exceptionRow({ at, type: 'RangeError', message: 'no total of cart' }),
    exceptionRow({ at, message: 'something else' }),
    exceptionRow({ at: at - 7_200_000_000_000n, message: 'order 1 has no total' }),
  ])
  await store.insert([lost])
  const conditions = conditionsOf('IsMatch(log.attributes["exception.message"], "no total")')
  const tried = await tryConditions(store, { rule: 'cross-origin-script-error', conditions, range })
  if ('fault' in tried) throw new Error(tried.fault)
  expect(tried.removable.get('log')).toEqual({
    items: 3,
    traces: 1,
    exceptions: 3,
    issues: 2,
    of: [
      expect.objectContaining({ service: 'shop', type: 'TypeError', exceptions: 2 }),
      expect.objectContaining({ service: 'shop', type: 'RangeError', message: 'no total of cart', exceptions: 1 }),
    ],
  })
})

test('tells of spans and of span events what they would have taken along', async () => {
  const events = [
    { name: 'exception', attributes: { 'exception.type': 'E', 'exception.message': 'gone' } },
    { name: 'note' },
  ]
  const trace = { traceId: newId(16), spanId: newId(8) }
  await using store = await openTestStore([
    spanRow({ at, ...trace, events, attributes: { 'url.path': '/live' } }),
    spanRow({ at, traceId: trace.traceId, attributes: { 'url.path': '/cart' } }),
  ])
  const ask = async (text: string) => {
    const tried = await tryConditions(store, { rule: 'health-check', conditions: conditionsOf(text), range })
    if ('fault' in tried) throw new Error(tried.fault)
    return [...tried.removable.values()][0]
  }
  const one = [expect.objectContaining({ type: 'E', message: 'gone', exceptions: 1 })]
  expect(await ask('span.attributes["url.path"] == "/live"')).toEqual({
    items: 1,
    traces: 1,
    exceptions: 1,
    issues: 1,
    of: one,
  })
  expect(await ask('spanevent.name == "exception"')).toEqual({ items: 1, traces: 1, exceptions: 1, issues: 1, of: one })
  expect(await ask('spanevent.name == "note"')).toMatchObject({ items: 1, exceptions: 0, issues: 0, of: [] })
  expect(await ask('span.attributes["url.path"] == "/"')).toEqual({
    items: 0,
    traces: 0,
    exceptions: 0,
    issues: 0,
    of: [],
  })
})

test('tells which specimens of the rule it would no longer take', async () => {
  const check = (route: string) => noiseRow('health-check/1', spanRow({ at, attributes: { 'http.route': route } }))
  await using store = await openTestStore([
    check('/healthz'),
    check('/health'),
    noiseRow('not-found/1', spanRow({ at, attributes: { 'http.route': '/healthz' } })),
  ])
  const conditions = conditionsOf('span.kind == SPAN_KIND_SERVER and span.attributes["http.route"] == "/healthz"')
  const tried = await tryConditions(store, { rule: 'health-check', conditions, range })
  if ('fault' in tried) throw new Error(tried.fault)
  expect(tried.specimens.map(({ shape, taken }) => [shape, taken]).toSorted()).toEqual([
    ['span', false],
    ['span', true],
  ])
})

test('a pattern that is none is told, not thrown', async () => {
  await using store = await openTestStore([exceptionRow({ at })])
  const conditions = conditionsOf('IsMatch(log.attributes["exception.message"], "(")')
  expect(await tryConditions(store, { rule: 'not-found', conditions, range })).toEqual({ fault: 'pattern' })
})
