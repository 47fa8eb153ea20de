import { afterAll, beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { type Fixture, type Server, startFixture } from './start-fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})

afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
})

/** Causes what ends the process; returns what is stored of it. */
async function crash(server: Server, path: string) {
  const { traceId } = await server.request(path)
  const code = await server.ended
  const sql = `SELECT SeverityText AS severity, EventName AS eventName, TraceId AS traceId, LogAttributes AS attributes
    FROM otel_logs FINAL WHERE SeverityNumber >= 17 AND TraceId = '${traceId}'`
  const rows = await poll(
    () => server.ask<{ severity: string; eventName: string; traceId: string; attributes: Record<string, string> }>(sql),
    found => found.length > 0,
  )
  return { code, rows, traceId }
}

test.for([
  ['an uncaught exception', '/crash/uncaught', 'nobody catches this'],
  ['an unhandled rejection', '/crash/rejection', 'nobody handles this'],
  ['a rejection in a loader that returns without it', '/crash/forgotten', 'nobody was given this'],
])('%s is recorded and sent, then the process ends as Node ends it', async ([, path = '', message = '']) => {
  await using server = await fixture.startAnother()
  const { code, rows, traceId } = await crash(server, path)

  expect(code).toBe(1)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    severity: 'FATAL',
    eventName: 'exception',
    traceId,
    attributes: { 'exception.type': 'RangeError', 'exception.message': message },
  })
  expect(server.lines.join('\n')).toContain(`RangeError: ${message}\n    at `)
})

test('SIGTERM sends what is queued before the process ends', async () => {
  await using server = await fixture.startAnother()
  const { traceId } = await server.request('/write-log')
  server.terminate()

  expect(await server.ended).toBe(0)
  expect((await server.spansOf(traceId)).filter(span => span.kind === 'Server')).toHaveLength(1)
  expect(await server.logsOf(traceId)).toHaveLength(1)
})
