import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { otelcolBinary } from '../../test/collector/start-otelcol.ts'
import { connectToEngine } from '../../test/engine/start-engine.ts'
import { nowNs, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/stack/start-stack.ts'

// A Collector with limits that even an idle one exceeds, as long as a file exists.
const folder = mkdtempSync(join(tmpdir(), 'errata-trouble-'))
const tight = join(folder, 'tight')
const otelcol = join(folder, 'otelcol')
const limits = 'yaml:processors: { memory_limiter: { check_interval: 100ms, limit_mib: 4, spike_limit_mib: 2 } }'
let stack: RunningStack

beforeAll(async () => {
  const real = await otelcolBinary()
  const script = `#!/bin/sh\n[ -e '${tight}' ] && exec '${real}' "$@" --config '${limits}'\nexec '${real}' "$@"\n`
  writeFileSync(otelcol, script, { mode: 0o755 })
  stack = await startStack({ env: { ERRATA_OTELCOL: otelcol, ERRATA_CANARY: '1' } })
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

test('where all is well, /readyz and the pipeline page say so in words', async () => {
  const answer = await poll(ready, ({ text }) => /^ready\nlatest canary stored: sent (now|\d+ s ago)\n$/.test(text))
  expect(answer.status).toBe(200)
  await poll(
    () => ready('?pipeline'),
    ({ status }) => status === 200,
  )
  await poll(verdict, text => text.startsWith('Ingest healthy'))
})

test('the header of every page has the age of the latest canary stored', async () => {
  for (const path of ['/', '/traces', '/no-such-page']) {
    const page = async () => (await fetch(stack.deskUrl + path)).text()
    await poll(page, text => /title="Ingest healthy: latest canary (now|\d+ s ago), as of [\d:]+ UTC"/.test(text))
  }
})

test('canaries are counted by the rules that must take them, are nobody’s sample, and stand in no list', async () => {
  await poll(
    () => stack.query("SELECT uniqExact(Rule) AS rules FROM noise_counts WHERE ServiceName = 'errata-canary'"),
    ([row]) => Number(row?.['rules']) === 4,
  )
  expect(await stack.query("SELECT SpanId FROM noise_spans WHERE ServiceName = 'errata-canary' AND Sampled")).toEqual(
    [],
  )
  const listed = async (path: string) => (await (await fetch(stack.deskUrl + path)).text()).includes('>errata-canary<')
  expect(await listed('/traces?last=1h&service=errata-canary')).toBe(true)
  expect(await listed('/traces?last=1h&own=1')).toBe(false)
})

test('npx errata check reports each probe, and exits with 0 if all passed', async () => {
  const { deskUrl, otlpUrl } = stack
  const checked = await promisify(execFile)(process.execPath, [
    'supervisor/run.mjs',
    'check',
    '--url',
    deskUrl,
    '--otlp',
    otlpUrl,
  ])
  expect(checked.stdout).toMatch(/All probes passed\.\n$/)
  expect(checked.stdout).not.toContain('FAILED')
  expect(checked.stdout).toMatch(
    /ok +event +script error +dropped by cross-origin-script-error +dropped by cross-origin/,
  )
})

test('a batch that ClickHouse does not take is counted as under way, by the names that the desk reads', async () => {
  const { send } = connectToEngine({ url: stack.engineUrl, dataDir: join(stack.dataDir, 'engine') })
  const command = async (body: string) => {
    const { status, text } = await send({ body })
    expect(status, text).toBe(200)
  }
  await command('RENAME TABLE otel.otel_traces TO otel.otel_traces_elsewhere')
  expect(await sendSpan()).toBe(200)
  const state = () =>
    stack.query(`SELECT
      (SELECT argMax(Value, TimeUnix) FROM otel_metrics_sum WHERE MetricName = 'otelcol_exporter_in_flight_requests'
        AND Attributes['data_type'] = 'traces') AS underWay,
      (SELECT argMax(Value, TimeUnix) FROM otel_metrics_gauge WHERE MetricName = 'otelcol_exporter_queue_size'
        AND Attributes['data_type'] = 'traces') > 0 AS waits`)
  await poll(state, ([row]) => Number(row?.['underWay']) > 0 && row?.['waits'] === 1)
  await command('RENAME TABLE otel.otel_traces_elsewhere TO otel.otel_traces')
  await poll(state, ([row]) => row?.['underWay'] === 0 && row['waits'] === 0, 60_000)
})

test('a Collector that refuses everything while idle is told by /readyz and the pipeline page, and started anew', async () => {
  writeFileSync(tight, '')
  const printed = stack.lines.length
  process.kill(stack.pids()['collector'] ?? 0, 'SIGKILL')
  const sentence = /Collector \w{8} refused [\d,]+ items? in the last two minutes \(out of memory/
  const answer = await poll(
    async () => {
      await sendSpan()
      return await ready()
    },
    ({ text }) => sentence.test(text),
    60_000,
  )
  rmSync(tight)
  expect(answer.status).toBe(200)
  const strict = await ready('?pipeline')
  expect(strict.status).toBe(503)
  expect(strict.text).toMatch(/^not ready: /)
  expect(await verdict()).toMatch(sentence)

  await poll(
    async () => {
      await sendSpan()
      return stack.lines.slice(printed)
    },
    lines => lines.some(line => line.includes('collector refuses everything while its queues are empty: ending it')),
    120_000,
  )
  await poll(sendSpan, status => status === 200)
})

async function ready(search = ''): Promise<{ status: number; text: string }> {
  const response = await fetch(`${stack.deskUrl}/readyz${search}`)
  return { status: response.status, text: await response.text() }
}

/** The summary of the status page, without scripts. */
async function verdict(): Promise<string> {
  await using browser = await openBrowser()
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${stack.deskUrl}/status`)
  return (await page.locator('main section').first().textContent()) ?? ''
}

/** @returns the status; 0 without a Collector */
async function sendSpan(): Promise<number> {
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'x', startTimeUnixNano: nowNs() }
  const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
  try {
    const response = await sendOtlp({ url: stack.otlpUrl, signal: 'traces', body })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    if (error instanceof TypeError) return 0
    throw error
  }
}
