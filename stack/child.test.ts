import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type ChildOptions, startChild } from './child.ts'
import { childOptions } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

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

test('a stop ends a wait before a restart', async () => {
  let starts = 0
  let pid: number | undefined
  const restarting = Promise.withResolvers<void>()
  const child = await startChild(
    {
      ...sleeper,
      beforeStart: async signal => {
        if (++starts === 1) return
        restarting.resolve()
        await untilAborted(signal)
      },
    },
    { say: () => {}, onPid: it => (pid = it ?? pid), stop: new AbortController().signal },
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
    { say: () => {}, onPid: pid => pids.push(pid), stop: stop.signal },
  )
  await expect(starting).rejects.toThrow('sleeper')
  expect(pids).toEqual([expect.any(Number), undefined])
})

test('the Collector gets an IPv6 address as a port can stand behind it', () => {
  const config = readConfig({ CLICKHOUSE_URL: 'http://127.0.0.1:8123', ERRATA_OTLP_HOST: '::1' })
  const { collector } = childOptions(config, { root: folder, otelcol: '', dev: false })
  expect(collector().env['ERRATA_OTLP_HOST']).toBe('[::1]')
})

test('a stop ends the wait of the Collector for a store that does not answer', async () => {
  const store = createServer(() => {})
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  const address = store.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const config = readConfig({ CLICKHOUSE_URL: `http://127.0.0.1:${port}`, ERRATA_DATA_DIR: folder })
  const { collector } = childOptions(config, { root: folder, otelcol: '', dev: false })

  const stop = new AbortController()
  store.once('request', () => stop.abort(new Error('Ctrl-C')))
  await expect(collector().beforeStart?.(stop.signal)).rejects.toThrow('Ctrl-C')
  store.closeAllConnections()
  store.close()
})
