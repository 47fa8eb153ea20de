import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type EngineLogin, startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { checkUsers } from './check-users.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())

async function check(app: EngineLogin, collector: EngineLogin): Promise<string | undefined> {
  const config = readConfig({
    CLICKHOUSE_URL: engine.url,
    CLICKHOUSE_USER: app.user,
    CLICKHOUSE_PASSWORD: app.password,
    ERRATA_CLICKHOUSE_COLLECTOR_USER: collector.user,
    ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD: collector.password,
  })
  return checkUsers(config, AbortSignal.timeout(30_000)).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

test('the users that the documents name have all of their grants', async () => {
  expect(await check(engine.desk, engine.collector)).toBeUndefined()
})

test('each refused grant is named, with the setting of its user and the file that has all', async () => {
  const told = await check(engine.reader, engine.desk)
  expect(told?.split('\n')).toEqual([
    expect.stringMatching(
      /^CLICKHOUSE_USER=errata_reader has no grant INSERT ON otel\.issue_events, nor INSERT ON .+\.$/,
    ),
    expect.stringMatching(
      /^ERRATA_CLICKHOUSE_COLLECTOR_USER=errata_desk has no grant SELECT, INSERT ON otel\.otel_traces, nor .+\.$/,
    ),
    'store/README.md has the grants of each user.',
  ])
})

test('a user who cannot log in is named once', async () => {
  expect(await check(engine.desk, { ...engine.collector, password: 'wrong' })).toMatch(
    /^ERRATA_CLICKHOUSE_COLLECTOR_USER=errata_collector cannot be used at http:.+Authentication failed[^\n]*\nstore\/README\.md/,
  )
})
