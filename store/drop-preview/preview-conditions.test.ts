import { expect, test } from 'vitest'
import { exceptionRow, noiseRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { type DropCondition, type DropConditionContext, parseCondition } from './parse-condition.ts'
import { previewConditions } from './preview-conditions.ts'

const nowMs = Date.now()
const at = nsOfMs(nowMs - 60_000)
const range = rangeEndingAt(nowMs + 60_000, 3_600_000)

function conditionsOf(...texts: string[]): Map<DropConditionContext, DropCondition[]> {
  const all = new Map<DropConditionContext, DropCondition[]>()
  for (const text of texts) {
    const parsed = parseCondition(text)
    if ('fault' in parsed) throw new Error(parsed.fault)
    const context = parsed.context ?? 'log'
    all.set(context, [...(all.get(context) ?? []), parsed.condition])
  }
  return all
}

test('applies each condition to its own kind of record, and all of them to samples', async () => {
  const check = spanRow({ at, attributes: { 'http.route': '/healthz' } })
  await using store = await openTestStore([exceptionRow({ at }), check, noiseRow('health-check/1', check)])
  const conditions = conditionsOf(
    'log.attributes["exception.type"] == "TypeError"',
    'span.attributes["http.route"] != nil',
  )
  const preview = await previewConditions(store, { rule: 'health-check', conditions, range, nowNs: nsOfMs(nowMs) })
  if ('fault' in preview) throw new Error(preview.fault)
  expect([...preview.removable].map(([context, { items }]) => [context, items])).toEqual([
    ['log', 1],
    ['span', 1],
  ])
  expect(preview.samples).toMatchObject([{ shape: 'span', taken: true }])
})

test('an invalid pattern is returned as an error, not thrown', async () => {
  await using store = await openTestStore([exceptionRow({ at })])
  const conditions = conditionsOf('IsMatch(log.attributes["exception.message"], "(")')
  expect(await previewConditions(store, { rule: 'not-found', conditions, range, nowNs: nsOfMs(nowMs) })).toEqual({
    fault: 'pattern',
  })
})
