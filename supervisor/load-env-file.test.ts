import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../test/repo/list-files.ts'

/** What a command that reads all settings says of them. */
async function runCheck(envFile: string): Promise<string> {
  const env = { ...process.env, ERRATA_ENV_FILE: envFile }
  const run = promisify(execFile)(process.execPath, ['server/canary/check.ts', '--url', 'here'], { env })
  const { stderr } = await run.catch((error: { stderr: string }) => error)
  return stderr
}

test('a file of settings is read where one is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'settings')
  writeFileSync(file, 'ERRATA_PORT=eighty\n')
  expect(await runCheck(file)).toContain('ERRATA_PORT=eighty is not a port')
  expect(await runCheck('')).toContain('--url=here is not')
})

test('no test reads the .env of the clone', () => {
  expect(process.env['ERRATA_ENV_FILE']).toBe('')
  const readers = listFiles().filter(file => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('.test.'))
  expect(readers.filter(file => readFileSync(file, 'utf8').includes('process.loadEnvFile'))).toEqual([
    'supervisor/load-env-file.ts',
  ])
})
