import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
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

test('asks once more, and says so, if something on the way answers 504', async () => {
  const answers = { '/v1/traces': [504, 200], '/v1/logs': [200, 200], '/ingested': [504, 500] }
  const server = createServer((req, res) => {
    req.resume()
    const [, path = ''] = /^(\/v1\/\w+|\/ingested)/.exec(req.url ?? '') ?? []
    const left = answers[path as keyof typeof answers]
    res.writeHead(left.shift() ?? 500).end('broken')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const { code, stderr } = await check('--otlp', url, '--url', url)
  server.close()

  expect(code).toBe(1)
  // All results are asked for at once: one is refused while another is asked for again.
  expect(stderr.trim().split('\n').toSorted()).toEqual([
    `Errata at ${url} answered 500: broken`,
    `${url} answered HTTP 504: asking once more.`,
    `${url} answered HTTP 504: asking once more.`,
  ])
})

test('rejects an unknown option and an invalid address', async () => {
  expect(await check('--uri', 'x')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Unknown option '--uri'/) })
  expect(await check('--url', 'here')).toMatchObject({
    code: 1,
    stderr: '--url=here is not an http:// or https:// address.\n',
  })
})
