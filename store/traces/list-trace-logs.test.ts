import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, randomHexId } from '../../test/store/open-test-store.ts'
import { getDigestRecord } from '../digests/get-digest-record.ts'
import { listTraceExceptions } from '../exceptions/list-trace-exceptions.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listTraceLogs } from './list-trace-logs.ts'

test('lists the log records of a trace without spans, oldest first, each once', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const late = logRow({ traceId, at: 1000, body: 'late', eventName: 'paid' })
  await using store = await openTestStore([
    late,
    logRow({ traceId, at: 2000, body: 'early', attributes: { key: 'värde\u0000' } }),
    logRow({ traceId: randomHexId(16), body: 'other' }),
  ])
  await store.insert([late])

  const logs = await listTraceLogs(store, { traceId })
  expect(logs).toMatchObject([
    { message: 'early', jsonBody: '', service: 'shop', severityNumber: 9 },
    { message: 'late', eventName: 'paid' },
  ])
  expect(logs[0]?.attributes).toMatchObject({ key: 'värde\u0000' })
})

test.each([
  ['in order', [13, 17]],
  ['the other way round', [17, 13]],
])('a warning that was sent again as an error is one exception, and an error, %s', async (_, severities) => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const at = BigInt(Date.now()) * 1_000_000n
  const attributes = { 'log.record.uid': randomHexId(16), 'errata.error.digest': 'k7m2x9qd4r' }
  const same = { at, traceId, spanId: randomHexId(8), attributes }
  await using store = await openTestStore()
  for (const table of ['otel_logs', 'exceptions', 'digests']) await store.command(`SYSTEM STOP MERGES ${table}`)
  for (const severityNumber of severities) await store.insert([exceptionRow({ ...same, severityNumber })])

  expect(await listTraceLogs(store, { traceId })).toMatchObject([{ severityNumber: 17 }])
  expect(await listTraceExceptions(store, { traceId })).toHaveLength(1)
  expect(await getDigestRecord(store, { digest: 'k7m2x9qd4r' })).toMatchObject({ occurrences: 1 })
})

test('truncates long bodies and attributes between characters, and reads one in full', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const body = 'ä😀'.repeat(3_000)
  await using store = await openTestStore([
    logRow({ traceId, at: 2000, body, attributes: { short: 'é', long: body } }),
    logRow({ traceId, at: 1000, body: 'é'.repeat(100) }),
  ])

  const [cut, short] = await listTraceLogs(store, { traceId, chars: 100 })
  expect(cut).toMatchObject({ message: 'ä😀'.repeat(50), messageRest: 5_900, isCut: true })
  expect(cut?.attributes).toMatchObject({ short: 'é', long: 'ä😀'.repeat(50) })
  expect(short).toMatchObject({ message: 'é'.repeat(100), messageRest: 0, isCut: false })
  expect(await listTraceLogs(store, { traceId, id: cut?.id ?? '' })).toMatchObject([
    { message: body, attributes: { long: body }, isCut: false },
  ])
})
