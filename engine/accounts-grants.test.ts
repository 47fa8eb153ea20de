import { expect, test } from 'vitest'
import { applySchema } from '../test/engine/apply-schema.ts'
import { startEngine } from '../test/engine/start-engine.ts'

test('whoever sends telemetry neither reads nor replaces events of accounts', async () => {
  await using engine = await startEngine()
  await applySchema(engine)
  const send = async (as: 'collector' | 'desk', body: string) => (await engine.send({ as, body })).text
  const event = "INSERT INTO otel.account_events VALUES ('ann', now64(9), 'i', 'session-ended', '')"
  expect(await send('collector', event)).toContain('ACCESS_DENIED')
  expect(await send('collector', 'SELECT count() FROM otel.account_events')).toContain('ACCESS_DENIED')
  expect(await send('collector', 'SELECT count() FROM otel.otel_traces')).toBe('0\n')
  expect(await send('desk', event)).toBe('')
  expect(await send('desk', 'SELECT count() FROM otel.account_events')).toBe('1\n')
})
