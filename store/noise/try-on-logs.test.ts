import { expect, test } from 'vitest'
import { exceptionRow, newId, openTestStore } from '../../test/open-test-store.ts'
import { nsOfMs, rangeBefore } from '../units.ts'
import { parseCondition } from './parse-condition.ts'
import { tryOnLogs } from './try-on-logs.ts'

const nowMs = Date.now()
const at = nsOfMs(nowMs - 60_000)
const range = rangeBefore(nowMs + 60_000, 3_600_000)

function conditionsOf(text: string) {
  const parsed = parseCondition(text)
  if ('fault' in parsed) throw new Error(parsed.fault)
  return [parsed.condition]
}

test('tells how many exceptions of how many issues they would have removed, each once', async () => {
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
  expect(await tryOnLogs(store, { conditions, range })).toEqual({
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
