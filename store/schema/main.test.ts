import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { toWriterOptions } from '../../test/store/open-test-store.ts'
import { readSchemaFiles } from './schema-files.ts'

// An engine of its own: the schema is created in the database `otel`.
let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())

function run(env: Readonly<Record<string, string>>): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, 'main.ts')
  return new Promise(resolve => {
    execFile(process.execPath, [main], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

test('prints one line with the old and the new version', async () => {
  const { url, user, password } = toWriterOptions(engine)
  const env = { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password }
  const newest = readSchemaFiles(import.meta.dirname).version

  expect(await run(env)).toMatchObject({ code: 0, stdout: `schema brought from 0 to ${newest}\n`, stderr: '' })
  expect(await run(env)).toMatchObject({ code: 0, stdout: `schema is at ${newest}\n`, stderr: '' })
})

test('prints a second line if the user of the desk may run fewer queries at once than a desk has connections', async () => {
  const { url, user, password } = toWriterOptions(engine)
  const env = {
    CLICKHOUSE_URL: `${url}/?ch_max_concurrent_queries_for_all_users=8`,
    CLICKHOUSE_USER: engine.desk.user,
    CLICKHOUSE_PASSWORD: engine.desk.password,
    ERRATA_CLICKHOUSE_SCHEMA_USER: user,
    ERRATA_CLICKHOUSE_SCHEMA_PASSWORD: password,
  }

  expect(await run(env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^schema is at \d+\nerrata_desk may run 8 queries at once [^\n]+\n$/),
  })
})

test('prints one sentence with what to do, and fails, when it cannot', async () => {
  const { url } = engine
  const { code, stdout, stderr } = await run({
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: 'errata_schema',
    CLICKHOUSE_PASSWORD: 'wrong',
  })

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^The schema cannot be read, check that ClickHouse answers at CLICKHOUSE_URL .*: [^\n]+\n$/)
})

test('a user without write access gets an error', async () => {
  const { url } = engine
  const ended = await run({
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: engine.reader.user,
    CLICKHOUSE_PASSWORD: engine.reader.password,
    ERRATA_RETENTION_DAYS_LOGS: '3',
  })

  // All at once, so that a failure shows the process's output.
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^store\/schema\/tables\/[a-z-]+\.sql could not be applied, .* when this is mended: errata_reader: Not enough privileges\. .*grant ALTER [^\n]+\n$/,
    ),
  })
})

test('names the file that could not be applied', async () => {
  const { url, user, password } = toWriterOptions(engine)
  await engine.send({ body: 'CREATE DATABASE IF NOT EXISTS otel' })
  await engine.send({ body: 'CREATE OR REPLACE TABLE otel.digests (n UInt8) ENGINE = Memory' })
  const ended = await run({
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: user,
    CLICKHOUSE_PASSWORD: password,
    ERRATA_RETENTION_DAYS_LOGS: '3',
  })

  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/could not be applied, run the schema job again when this is mended: [^\n]+\n$/),
  })
})
