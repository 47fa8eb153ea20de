import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { startStack } from '../../test/stack/start-stack.ts'

/** `npm start` with a ClickHouse server of its own users, which another engine stands for. */

let engine: TestEngine
let users: Readonly<Record<string, string>>

beforeAll(async () => {
  engine = await startEngine()
  users = {
    CLICKHOUSE_URL: engine.url,
    CLICKHOUSE_USER: engine.desk.user,
    CLICKHOUSE_PASSWORD: engine.desk.password,
    ERRATA_CLICKHOUSE_COLLECTOR_USER: engine.collector.user,
    ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD: engine.collector.password,
    ERRATA_CLICKHOUSE_SCHEMA_USER: engine.schema.user,
    ERRATA_CLICKHOUSE_SCHEMA_PASSWORD: engine.schema.password,
  }
})
afterAll(() => engine[Symbol.asyncDispose]())

test.runIf(process.platform === 'linux')(
  'app, Collector and schema job work with a user each, and no process knows the password of another',
  async () => {
    await using stack = await startStack({ env: users })
    expect((await fetch(`${stack.deskUrl}/issues`)).status).toBe(200)

    const passwords = [engine.desk, engine.collector, engine.schema].map(({ password }) => password)
    const knownTo = (name: string) => {
      const environment = readFileSync(`/proc/${stack.pids()[name]}/environ`, 'utf8')
      return passwords.filter(password => environment.includes(password))
    }
    expect(knownTo('desk')).toEqual([engine.desk.password])
    expect(knownTo('collector')).toEqual([engine.collector.password])
  },
)

test('a user without a grant ends the start, with the setting, the grant, and a file that exists', async () => {
  const env = {
    ...users,
    ERRATA_CLICKHOUSE_COLLECTOR_USER: engine.reader.user,
    ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD: engine.reader.password,
  }
  await expect(startStack({ env })).rejects.toThrow(
    /ERRATA_CLICKHOUSE_COLLECTOR_USER=errata_reader has no grant SELECT, INSERT ON otel\.otel_traces[\s\S]+store\/README\.md has the grants/,
  )
})
