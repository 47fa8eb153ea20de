import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { freePorts } from '../test/free-ports.ts'
import { poll } from '../test/poll.ts'
import { type ChildOptions, startChild } from './child.ts'
import { childOptions } from './processes.ts'
import type { RestartReport } from './report-restart.ts'
import { fetchText } from './watch-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

const sleeper: ChildOptions = {
  name: 'sleeper',
  command: process.execPath,
  args: ['-e', 'setTimeout(() => {}, 60_000)'],
  env: process.env,
  cwd: folder,
  logFile: join(folder, 'sleeper.log'),
  ready: async () => {},
  stopDeadlineMs: 5_000,
}

/** Parts of a supervision that these tests ignore. */
const unheard = { say: () => {}, onPid: () => {}, onRestart: () => {}, disk: { fails: () => {}, works: () => {} } }

test('a stop ends a wait before a restart', async () => {
  let starts = 0
  let pid: number | undefined
  const restarting = Promise.withResolvers<void>()
  const child = await startChild(
    {
      ...sleeper,
      beforeStart: async signal => {
        if (++starts === 1) return {}
        restarting.resolve()
        return untilAborted(signal)
      },
    },
    { ...unheard, onPid: it => (pid = it ?? pid), stop: new AbortController().signal },
  )
  process.kill(pid ?? 0, 'SIGKILL')
  await restarting.promise
  await child.stop()
  expect(starts).toBe(2)
})

test('a stop ends the first start, and leaves no process', async () => {
  const stop = new AbortController()
  const pids: (number | undefined)[] = []
  const starting = startChild(
    {
      ...sleeper,
      ready: async signal => {
        const waiting = untilAborted(signal)
        stop.abort()
        await waiting
      },
    },
    { ...unheard, onPid: pid => pids.push(pid), stop: stop.signal },
  )
  await expect(starting).rejects.toThrow('sleeper')
  expect(pids).toEqual([expect.any(Number), undefined])
})

/** A child that is killed as soon as it runs, this often. */
const killedAtStart = (times: number, pids: number[]): ChildOptions => ({
  ...sleeper,
  ready: async signal => {
    if (pids.length > times) return
    process.kill(pids.at(-1) ?? 0, 'SIGKILL')
    await untilAborted(signal)
  },
})

test('a process that is killed during its first start is started again, once', async () => {
  const said: string[] = []
  const start = (times: number) => {
    const pids: number[] = []
    const onPid = (pid: number | undefined) => pid !== undefined && pids.push(pid)
    const stop = new AbortController().signal
    return startChild(killedAtStart(times, pids), { ...unheard, onPid, say: line => said.push(line), stop })
  }

  await (await start(1)).stop()
  expect(said).toEqual(['sleeper was killed during its start: starting it again'])
  await expect(start(2)).rejects.toThrow('sleeper ended before it was ready (SIGKILL)')
})

test('the Collector gets an IPv6 address in brackets', () => {
  const config = readConfig({ CLICKHOUSE_URL: 'http://127.0.0.1:8123', ERRATA_OTLP_HOST: '::1' })
  const { collector } = childOptions(config, { root: folder, otelcol: '', dev: false })
  expect(collector(() => {}).env['ERRATA_OTLP_HOST']).toBe('[::1]')
})

test('a process that hangs is killed and restarted; one that answers is left alone', async () => {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const check = async (signal: AbortSignal) =>
    (await fetchText(url, { signal, deadlineMs: 500 })) === undefined
      ? { what: 'does not answer', graceMs: 500 }
      : undefined
  const said: string[] = []
  const pids: number[] = []
  const restarts: RestartReport[] = []
  const child = await startChild(
    {
      ...sleeper,
      args: ['-e', `require('http').createServer((_, res) => res.end()).listen(${port}, '127.0.0.1')`],
      ready: async signal => {
        while ((await fetchText(url, { signal, deadlineMs: 500 })) === undefined) signal.throwIfAborted()
      },
      watch: () => ({ everyMs: 20, check }),
    },
    {
      ...unheard,
      say: line => said.push(line),
      onPid: pid => pid !== undefined && pids.push(pid),
      onRestart: restart => restarts.push(restart),
      stop: new AbortController().signal,
    },
  )
  process.kill(pids[0] ?? 0, 'SIGSTOP')
  await poll(
    () => said,
    lines => lines.includes('sleeper is back'),
  )
  expect(said[0]).toBe('sleeper does not answer: ending it')
  expect(said[1]).toContain('sleeper ended (SIGKILL); restarting in')
  expect(pids).toHaveLength(2)
  expect(restarts).toMatchObject([{ name: 'sleeper', reason: 'does not answer' }])
  await child.stop()
})

test('a restart names the reason that a process printed before it ended itself', async () => {
  const { promise: restarted, resolve } = Promise.withResolvers<RestartReport>()
  const endedAtOnce = `console.error('sleeper: out of memory\\nat exit'); process.exitCode = 1`
  const child = await startChild(
    { ...sleeper, args: ['-e', endedAtOnce] },
    { ...unheard, onRestart: resolve, stop: new AbortController().signal },
  )
  expect(await restarted).toMatchObject({ name: 'sleeper', reason: 'ended (exit code 1): out of memory' })
  await child.stop()
})
