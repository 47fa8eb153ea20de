import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'

let desk: RunningDesk
beforeAll(async () => {
  desk = await startDesk()
})
afterAll(() => desk?.[Symbol.asyncDispose]())

test.each(['2025-11-25', '2026-07-28'])('%s', async revision => {
  const bin = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [bin, 'server', '--url', `${desk.url}/mcp`, '--requirements', revision, '-o', `/tmp/conf/out-${revision}`],
    { maxBuffer: 1e8 },
  ).catch(e => e)
  console.log(stdout)
  expect(1).toBe(1)
})
