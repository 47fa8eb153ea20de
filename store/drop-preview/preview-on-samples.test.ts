import { expect, test } from 'vitest'
import { noiseRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { type DropCondition, type DropConditionContext, parseCondition } from './parse-condition.ts'
import { previewOnSamples } from './preview-on-samples.ts'

const range = rangeEndingAt(Date.now(), 24 * 3_600_000)

test('matches samples of the rule by name, kind, attributes and resource', async () => {
  // One sample is kept for each hour and each of 32 buckets, by identity: these two fall into different buckets.
  const traceId = 'a'.repeat(32)
  const check = (spanId: string, route: string) =>
    noiseRow(
      'health-check/1',
      spanRow({ at: 60_000, traceId, spanId, attributes: { 'http.route': route, quoted: '"\\' } }),
    )
  await using store = await openTestStore([
    check('1'.repeat(16), '/healthz'),
    check('2'.repeat(16), '/health'),
    noiseRow('not-found/1', spanRow({ at: 60_000, attributes: { 'http.route': '/healthz' } })),
  ])
  const run = async (text: string) => {
    const parsed = parseCondition(text)
    if ('fault' in parsed) throw new Error(parsed.fault)
    const conditions = new Map<DropConditionContext, DropCondition[]>([[parsed.context ?? 'span', [parsed.condition]]])
    return (await previewOnSamples(store, { rule: 'health-check', conditions, range }))
      .map(({ taken }) => taken)
      .toSorted()
  }
  expect(await run('span.attributes["http.route"] == "/healthz"')).toEqual([false, true])
  expect(await run('span.kind == SPAN_KIND_SERVER and span.name == "GET /"')).toEqual([true, true])
  expect(await run('resource.attributes["service.name"] == "shop"')).toEqual([true, true])
  expect(await run(String.raw`span.attributes["quoted"] == "\"\\"`)).toEqual([true, true])
  expect(await run('log.attributes["http.route"] != nil')).toEqual([false, false])
})
