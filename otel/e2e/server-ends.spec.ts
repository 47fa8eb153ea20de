import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

/** Causes what ends the process; returns what is stored of it. */
async function crash(fixture: Fixture, path: string) {
  const { traceId } = await fixture.request(path)
  const code = await fixture.ended
  const sql = `SELECT SeverityText AS severity, EventName AS eventName, TraceId AS traceId, LogAttributes AS attributes
    FROM otel_logs FINAL WHERE SeverityNumber >= 17`
  const rows = await poll(
    () =>
      fixture.ask<{ severity: string; eventName: string; traceId: string; attributes: Record<string, string> }>(sql),
    found => found.length > 0,
  )
  return { code, rows, traceId }
}

test.for([
  ['an uncaught exception', '/crash/uncaught', 'nobody catches this'],
  ['an unhandled rejection', '/crash/rejection', 'nobody handles this'],
  ['a rejection in a loader that returns without it', '/crash/forgotten', 'nobody was given this'],
])('%s is recorded and sent, then the process ends as Node ends it', async ([, path = '', message = '']) => {
  await using fixture = await startFixture()
  const { code, rows, traceId } = await crash(fixture, path)

  expect(code).toBe(1)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    severity: 'FATAL',
    eventName: 'exception',
    traceId,
    attributes: { 'exception.type': 'RangeError', 'exception.message': message },
  })
  expect(fixture.lines.join('\n')).toContain(`RangeError: ${message}\n    at `)
})

test('SIGTERM sends what is queued before the process ends', async () => {
  await using fixture = await startFixture()
  const { traceId } = await fixture.request('/write-log')
  fixture.terminate()

  expect(await fixture.ended).toBe(0)
  expect((await fixture.spansOf(traceId)).filter(span => span.kind === 'Server')).toHaveLength(1)
  expect(await fixture.logsOf(traceId)).toHaveLength(1)
})
