import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { readIssueStates } from '../issues/read-states.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { parseCondition } from './parse-condition.ts'
import { previewOnEvents } from './preview-on-events.ts'

const nowMs = Date.now()
const at = nsOfMs(nowMs - 60_000)
const range = rangeEndingAt(nowMs + 60_000, 3_600_000)

function conditionsOf(text: string) {
  const parsed = parseCondition(text)
  if ('fault' in parsed) throw new Error(parsed.fault)
  return [parsed.condition]
}

const events = [
  { name: 'exception', attributes: { 'exception.type': 'E', 'exception.message': 'gone' } },
  { name: 'note' },
]
const trace = { traceId: randomHexId(16), spanId: randomHexId(8) }
const rows = [
  spanRow({ at, ...trace, events, attributes: { 'url.path': '/live' } }),
  spanRow({ at, traceId: trace.traceId, attributes: { 'url.path': '/cart' } }),
]
const told = expect.objectContaining({ type: 'E', message: 'gone', exceptions: 1 })
const one = { issues: 1, assigned: 0, acknowledged: 0, of: [told] }
const none = { exceptions: 0, issues: 0, assigned: 0, acknowledged: 0, of: [] }

test('counts span events, identified by span and position', async () => {
  await using store = await openTestStore([...rows, ...rows])
  const states = await readIssueStates(store, { nowNs: nsOfMs(nowMs) })
  const run = (name: string) =>
    previewOnEvents(store, { conditions: conditionsOf(`spanevent.name == "${name}"`), range, states })
  expect(await run('exception')).toEqual({ items: 1, traces: 1, exceptions: 1, ...one })
  expect(await run('note')).toEqual({ items: 1, traces: 1, ...none })
})
