import { expect, test } from 'vitest'
import { logRow, newId, openTestStore } from '../../test/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listTraceLogs } from './list-trace-logs.ts'

test('lists the records of a trace that has no span, oldest first, each once', async () => {
  const traceId = parseTraceId(newId(16)) as TraceId
  const late = logRow({ traceId, at: 1000, body: 'late', eventName: 'paid' })
  await using store = await openTestStore([
    late,
    logRow({ traceId, at: 2000, body: 'early', attributes: { key: 'värde\u0000' } }),
    logRow({ traceId: newId(16), body: 'other' }),
  ])
  await store.insert([late])

  const logs = await listTraceLogs(store, { traceId })
  expect(logs).toMatchObject([
    { body: 'early', service: 'shop', severityNumber: 9 },
    { body: 'late', eventName: 'paid' },
  ])
  expect(logs[0]?.attributes).toMatchObject({ key: 'värde\u0000' })
})
