import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { otelcolBinary } from '../test/collector/start-otelcol.ts'
import { startEngine } from '../test/engine/start-engine.ts'
import { freePorts } from '../test/free-ports.ts'
import { nowNs, sendOtlp } from '../test/otlp/send-otlp.ts'
import { poll } from '../test/poll.ts'
import { startChild } from './child.ts'
import { childOptions } from './processes.ts'
import type { ProcessWatchOptions } from './watch-process.ts'
import { watchEngine } from './watches.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'errata-watches-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The same watch with shorter times. */
const hurried = (watch: ProcessWatchOptions): ProcessWatchOptions => ({
  everyMs: 300,
  async check(signal) {
    const failure = await watch.check(signal)
    return failure && { ...failure, graceMs: 1_000 }
  },
})

test('a Collector starts without its database, and one that refuses everything while idle is restarted', async () => {
  const [grpc, http, browser, health, metrics, nobody] = await freePorts(6)
  const config = readConfig({
    CLICKHOUSE_URL: `http://127.0.0.1:${nobody}`,
    ERRATA_OTLP_GRPC_PORT: `${grpc}`,
    ERRATA_OTLP_HTTP_PORT: `${http}`,
    ERRATA_OTLP_BROWSER_PORT: `${browser}`,
    ERRATA_OTELCOL_HEALTH_PORT: `${health}`,
    ERRATA_OTELCOL_METRICS_PORT: `${metrics}`,
    ERRATA_DATA_DIR: folder,
  })
  // In its first run the limits are such that an idle Collector is above them.
  const otelcol = join(folder, 'otelcol')
  const tight = 'yaml:processors: { memory_limiter: { check_interval: 100ms, limit_mib: 4, spike_limit_mib: 2 } }'
  const real = await otelcolBinary()
  writeFileSync(
    otelcol,
    `#!/bin/sh\n[ -e '${folder}/lived' ] && exec '${real}' "$@"\ntouch '${folder}/lived'\nexec '${real}' "$@" --config '${tight}'\n`,
    { mode: 0o755 },
  )
  const { collector } = childOptions(config, { root, otelcol, dev: false })
  const options = collector(() => {})
  const said: string[] = []
  const child = await startChild(
    { ...options, logFile: join(folder, 'collector.log'), watch: () => hurried(options.watch?.() ?? never) },
    {
      say: line => said.push(line),
      onPid: () => {},
      onRestart: () => {},
      disk: { fails: () => {}, works: () => {} },
      stop: new AbortController().signal,
    },
  )
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'x', startTimeUnixNano: nowNs() }
  const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
  const statuses: number[] = []
  await poll(
    async () => {
      const response = await sendOtlp({ url: config.otlp.url, signal: 'traces', body }).catch(() => undefined)
      await response?.arrayBuffer()
      if (response !== undefined) statuses.push(response.status)
      return statuses
    },
    // The limiter looks for the first time after 100 ms: until then it accepts.
    all => all.includes(503) && all.at(-1) === 200,
    60_000,
  )
  expect(statuses.filter(status => status === 503).length).toBeGreaterThan(2)
  expect(said[0]).toBe('collector refuses everything while its queues are empty: ending it')
  await poll(
    () => said,
    lines => lines.includes('collector is back'),
  )
  await child.stop()
})

test("heavy queries that use all of the engine's limits do not end it", async () => {
  await using engine = await startEngine()
  const config = readConfig({ CLICKHOUSE_URL: engine.url })
  const headers = { 'x-clickhouse-user': engine.writer.user, 'x-clickhouse-key': engine.writer.password }
  const watch = watchEngine(config, headers)
  const over = new AbortController()
  const heavy = Array.from({ length: 24 }, () =>
    fetch(engine.url, {
      method: 'POST',
      body: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
      headers: { 'x-clickhouse-user': engine.reader.user, 'x-clickhouse-key': engine.reader.password },
      signal: over.signal,
    }).catch(() => undefined),
  )
  // Even if the query limit is reached, /ping answers.
  expect((await watch.check(over.signal))?.what).not.toBe('does not answer')
  over.abort()
  await Promise.all(heavy)
  expect(await watch.check(new AbortController().signal)).toBe(undefined)
})

const never: ProcessWatchOptions = { everyMs: 60_000, check: async () => undefined }
