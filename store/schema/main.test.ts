import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testEngine, writerOf } from '../../test/open-test-store.ts'

function run(env: Readonly<Record<string, string>>): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, 'main.ts')
  return new Promise(resolve => {
    execFile(process.execPath, [main], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

test('prints one line that says from where to where, and nothing else', async () => {
  const { url, user, password } = writerOf(await testEngine())
  const env = { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password }

  expect(await run(env)).toMatchObject({ code: 0, stdout: 'schema brought from 0 to 15\n', stderr: '' })
  expect(await run(env)).toMatchObject({ code: 0, stdout: 'schema is at 15\n', stderr: '' })
})

test('prints one sentence that says what to do, and fails, when it cannot', async () => {
  const { url } = await testEngine()
  const { code, stdout, stderr } = await run({
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: 'errata',
    CLICKHOUSE_PASSWORD: 'wrong',
  })

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^The schema cannot be read, check that ClickHouse answers at CLICKHOUSE_URL .*: [^\n]+\n$/)
})

test('a user that may not write is told so', async () => {
  const { url } = await testEngine()
  const ended = await run({
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: 'default',
    ERRATA_RETENTION_DAYS_LOGS: '3',
  })

  // All at once, so that a failure shows what the process said.
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/could not be applied, run the schema job again when this is mended: [^\n]+\n$/),
  })
})
