import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'

const root = join(import.meta.dirname, '../..')

function check(...args: readonly string[]): Promise<{ code?: number; stderr: string }> {
  return promisify(execFile)(process.execPath, ['server/canary/check.ts', ...args], { cwd: root }).catch(error => error)
}

test('exits with 1 and names the Collector if that cannot be reached', async () => {
  const [port] = await freePorts(1)
  const { code, stderr } = await check('--otlp', `http://127.0.0.1:${port}/`)
  expect(code).toBe(1)
  expect(stderr).toBe(
    `The Collector at http://127.0.0.1:${port} rejected the probes: connection failed: ECONNREFUSED.\n`,
  )
})

test('rejects an unknown option and an invalid address', async () => {
  expect(await check('--uri', 'x')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Unknown option '--uri'/) })
  expect(await check('--url', 'here')).toMatchObject({
    code: 1,
    stderr: '--url=here is not an http:// or https:// address.\n',
  })
})
