import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { findSystemNode, type RunningStack, startStack } from '../../test/stack/start-stack.ts'

let stack: RunningStack

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

for (const name of ['desk', 'collector', 'engine']) {
  test(`a killed ${name} is started again while the others stay, and the console says so`, async () => {
    const before = stack.pids()
    const pid = before[name] ?? 0
    process.kill(pid, 'SIGKILL')

    await poll(
      () => stack.lines,
      lines => lines.some(line => line.includes(`${name} is back`)),
    )
    expect(stack.lines.some(line => line.includes(`${name} ended (SIGKILL); restarting in`))).toBe(true)
    const after = stack.pids()
    expect(after[name]).not.toBe(pid)
    expect({ ...after, [name]: pid }).toEqual(before)
    await poll(
      () => status(`${stack.deskUrl}/issues`),
      answer => answer === 200,
    )
  })
}

test('the status page lists each restart with its reason, once the Collector accepts telemetry again', async () => {
  const page = await poll(
    async () => (await fetch(`${stack.deskUrl}/status?last=1h`)).text(),
    html =>
      // The heading is a worse thing as long as there is one.
      /<h2 id="verdict">(engine|collector|desk) restarted/.test(html) &&
      ['desk', 'collector', 'engine'].every(name =>
        new RegExp(`<th scope="row">${name}</th><td[^>]*><time.*?</time></td><td>ended \\(SIGKILL\\)`).test(html),
      ),
  )
  expect(page).toContain('Process restarts')
})

test('processes that hang are ended and started again', async () => {
  const before = stack.pids()
  const printed = stack.lines.length
  for (const pid of Object.values(before)) process.kill(pid, 'SIGSTOP')
  await poll(
    () => stack.lines.slice(printed),
    lines => ['desk', 'collector', 'engine'].every(name => lines.some(line => line.includes(`${name} is back`))),
    120_000,
  )
  expect(stack.lines.slice(printed).filter(line => line.includes('does not answer: ending it'))).toHaveLength(3)
  const after = stack.pids()
  expect(Object.values(after).filter(pid => Object.values(before).includes(pid))).toEqual([])
})

test('before a Collector is started again its queue is guarded', async () => {
  // Only the guard removes this folder; it ignores files with this extension.
  const copies = join(stack.dataDir, 'queue', 'before-start')
  const marker = join(copies, 'marker.half')
  mkdirSync(copies, { recursive: true })
  writeFileSync(marker, '')
  const printed = stack.lines.length
  process.kill(stack.pids()['collector'] ?? 0, 'SIGKILL')
  await poll(
    () => stack.lines.slice(printed),
    lines => lines.some(line => line.includes('collector is back')),
  )
  expect(existsSync(marker)).toBe(false)
})

test('a damaged queue is moved aside before the Collector starts, and the console and the status page say so', async () => {
  const printed = stack.lines.length
  process.kill(stack.pids()['collector'] ?? 0, 'SIGKILL')
  // It is started again half a second later at the earliest.
  writeFileSync(join(stack.dataDir, 'queue', 'exporter_clickhouse__traces'), 'x'.repeat(70_000))
  const lines = await poll(
    () => stack.lines.slice(printed),
    all => all.some(line => line.includes('collector is back')),
  )
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /The Collector's queue exporter_clickhouse__traces \(70000 bytes\) is damaged: .*It was moved to .*queue\/damaged\/exporter_clickhouse__traces\.\d+T/,
      ),
    ]),
  )
  const page = await poll(
    async () => (await fetch(`${stack.deskUrl}/status?last=1h`)).text(),
    html => html.includes('<h2 id="verdict">1 damaged queue, last hour</h2>'),
  )
  expect(page).toContain('exporter_clickhouse__traces (68.4 KiB), was found damaged')
})

test('what runs after all these restarts still takes and shows a span', async () => {
  const traceId = `${'e'.repeat(31)}1`
  await sendSpans(stack.otlpUrl, [{ traceId, spanId: 'a'.repeat(16) }])
  await poll(
    () => stack.query(`SELECT count() AS n FROM otel_traces WHERE TraceId = '${traceId}'`),
    rows => rows[0]?.['n'] !== 0,
  )
})

test('Ctrl-C leaves no process behind, and nothing that was accepted is lost', async () => {
  // Started by the machine's own Node, which may be 20: it hands over to ours, including Ctrl-C.
  await using first = await startStack({ command: [findSystemNode(), 'supervisor/run.mjs', 'start'] })
  const spans = Array.from({ length: 500 }, (_, i) => ({
    traceId: 'f'.repeat(32),
    spanId: `${i + 1}`.padStart(16, '0'),
  }))
  await sendSpans(first.otlpUrl, spans)
  const pids = Object.values(first.pids())

  expect(await first.stop()).toBe(0)
  expect(pids.filter(isAlive)).toEqual([])

  await using second = await startStack({ dataDir: first.dataDir })
  const rows = await poll(
    () => second.query(`SELECT uniqExact(SpanId) AS n FROM otel_traces WHERE TraceId = '${'f'.repeat(32)}'`),
    answer => answer[0]?.['n'] === 500,
  )
  expect(rows).toEqual([{ n: 500 }])
})

test('a stack that was killed leaves nothing that hinders the next one', async () => {
  const pids = Object.values(stack.pids())
  stack.process.kill('SIGKILL')
  await poll(
    () => stack.process.signalCode,
    signal => signal === 'SIGKILL',
  )

  await using next = await startStack({ dataDir: stack.dataDir })
  expect(next.lines.filter(line => line.includes('left over from a stack that was killed'))).toHaveLength(3)
  expect(pids.filter(isAlive)).toEqual([])
  expect(await status(`${next.deskUrl}/issues`)).toBe(200)
})

test('a desk whose supervisor was killed goes as well, as soon as it has something to say', async () => {
  await using killed = await startStack()
  const { desk = 0, ...others } = killed.pids()
  killed.process.kill('SIGKILL')
  await poll(
    () => killed.process.signalCode,
    signal => signal === 'SIGKILL',
  )
  await fetch(`${killed.deskUrl}/lab/fail/loader`)
  await poll(
    () => isAlive(desk),
    isThere => !isThere,
  )
  for (const pid of Object.values(others)) process.kill(pid, 'SIGTERM')
  // They write until they end, and the data folder is removed next.
  await poll(
    () => Object.values(others).filter(isAlive),
    alive => alive.length === 0,
  )
})

test('who ends npm ends everything that npm start began', async () => {
  await using npm = await startStack({ command: ['npm', 'start'] })
  const pids = Object.values(npm.pids())
  npm.process.kill('SIGTERM')
  await poll(
    () => pids.filter(isAlive),
    alive => alive.length === 0,
  )
})

test('a second Ctrl-C stops at once and leaves no process behind', async () => {
  await using impatient = await startStack()
  const pids = Object.values(impatient.pids())
  // A stopped Collector delays the clean stop.
  process.kill(impatient.pids()['collector'] ?? 0, 'SIGSTOP')
  impatient.process.kill('SIGINT')
  await poll(
    () => impatient.lines,
    lines => lines.includes('Stopping…'),
  )
  await poll(
    () => {
      impatient.process.kill('SIGINT')
      return impatient.process.exitCode
    },
    code => code === 130,
  )
  await poll(
    () => pids.filter(isAlive),
    alive => alive.length === 0,
  )
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // No process has that id.
  }
}

async function status(url: string): Promise<number> {
  try {
    return (await fetch(url)).status
  } catch (error) {
    if (error instanceof TypeError) return 0 // Nothing listens.
    throw error
  }
}

async function sendSpans(otlpUrl: string, spans: { traceId: string; spanId: string }[]): Promise<void> {
  const now = `${Date.now()}000000`
  const response = await fetch(`${otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'restart-test' } }] },
          scopeSpans: [
            {
              spans: spans.map(span => ({
                ...span,
                name: 'work',
                kind: 1,
                startTimeUnixNano: now,
                endTimeUnixNano: now,
              })),
            },
          ],
        },
      ],
    }),
  })
  expect(response.status).toBe(200)
}
