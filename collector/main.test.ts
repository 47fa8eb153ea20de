import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otelcolBinary } from '../test/collector/start-otelcol.ts'
import { locateCollectorCache } from './cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-collector-'))
const emptyPath = dirname(process.execPath)
let real: string

beforeAll(async () => {
  real = await otelcolBinary()
})

afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command with only the given environment and an empty cache. */
async function run(env: Record<string, string>, onStderr?: (text: string, stop: () => void) => void): Promise<Ended> {
  const cache = join(folder, crypto.randomUUID())
  const child = spawn(process.execPath, ['collector/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: emptyPath, HOME: folder, XDG_CACHE_HOME: cache, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text: Buffer) => {
    stdout += text
  })
  let stopped = false
  const stop = () => {
    // Once, like Ctrl-C: a second one would end it at once.
    if (!stopped) stopped = child.kill('SIGINT')
  }
  child.stderr.on('data', (text: Buffer) => {
    stderr += text
    onStderr?.(stderr, stop)
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

function pathWith(script: string): string {
  const bin = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(bin, 'otelcol-contrib'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'otelcol-contrib'), 0o755)
  return bin
}

test('the binary of the setting is used', async () => {
  const { code, stdout, stderr } = await run({ ERRATA_OTELCOL: real })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${real}\n` })
  expect(stderr).toContain('named by ERRATA_OTELCOL')
})

test('an otelcol-contrib on PATH is used', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  symlinkSync(real, join(bin, 'otelcol-contrib'))
  const { code, stdout } = await run({ PATH: bin })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${join(bin, 'otelcol-contrib')}\n` })
})

test('a cached binary is used unless it does not run', async () => {
  const cache = join(folder, 'cache')
  const { built, released } = locateCollectorCache({ XDG_CACHE_HOME: cache })
  for (const file of [built, released]) mkdirSync(dirname(file), { recursive: true })
  writeFileSync(built, 'half of it', { mode: 0o755 })
  symlinkSync(real, released)
  const { code, stdout } = await run({ XDG_CACHE_HOME: cache })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${released}\n` })
})

test.each([
  ['is older', 'echo "otelcol-contrib version 0.160.9"', /is version 0\.160\.9; 0\.161\.0 or newer is needed/],
  [
    'lacks a component',
    '[ "$1" = components ] && echo receivers: || echo "otelcol version 0.170.0"',
    /lacks receiver otlp, .*exporter clickhouse/,
  ],
  ['does not run', 'exit 3', /does not run/],
])('a binary on PATH that %s is skipped with a reason', async (_, script, reason) => {
  const { code, stderr } = await run({ PATH: pathWith(script) }, (text, stop) => {
    if (/not downloaded|downloading/.test(text)) stop()
  })
  expect(stderr).toMatch(reason)
  expect(code).not.toBe(0)
})

test.each([
  ['does not exist', '/nowhere/otelcol'],
  ['is something else', process.execPath],
])('a setting whose file %s is rejected in one sentence, without looking elsewhere', async (_, named) => {
  const { code, stdout, stderr } = await run({ ERRATA_OTELCOL: named })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^ERRATA_OTELCOL=${named} .*: name an otelcol-contrib v0.161.0 or newer.*\n$`))
})

test('when stopped it leaves nothing that looks like a Collector', async () => {
  const cache = join(folder, 'stopped')
  // Uses this user's Go module cache.
  const mine = { PATH: `${process.env['PATH']}`, HOME: homedir() }
  const { code, stdout, stderr } = await run({ XDG_CACHE_HOME: cache, ...mine }, (text, stop) => {
    if (/downloading|getting the official builder/.test(text)) stop()
  })
  // Without network and Go it ends by itself.
  expect([1, 130]).toContain(code)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/Stopped\. Downloaded and compiled files are kept|There is no OpenTelemetry Collector/)
  const { built, released } = locateCollectorCache({ XDG_CACHE_HOME: cache })
  expect([built, released].filter(existsSync)).toEqual([])
})
