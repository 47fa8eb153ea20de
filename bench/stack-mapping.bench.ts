import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { memoryOf } from './memory-of.ts'
import { median, printProgress, reportFigure } from './report.ts'
import { type BuiltApp, buildApp } from './stack-mapping/build-app.ts'
import type { EventLoopDelays, MeasuredServerMessage } from './stack-mapping/messages.ts'

export const benchmarkDescription =
  "mapping a browser's stack in the relay: time cold and warm, what holds the event loop, memory, with a map of 20 MB"

const modules = 220
const framesEach = 10
const floodSeconds = 10
const floodPerSecond = 100

export async function runBenchmark(): Promise<void> {
  printProgress('stack-mapping: building an app with a map of 20 MB…')
  await using app = await buildApp(modules)
  reportFigure({ figure: 'stack-mapping.map', value: app.mapBytes / 1e6, unit: 'MB', goal: { least: 20 } })
  await using sink = await startSink()
  await using server = await startServer(app, sink.url)
  const post = (n: number, isException = true) => server.post(bodyOf(app, server.url, n, isException))

  for (let n = 0; n < 50; n++) await post(n, false)
  const before = memoryOf([server.pid])
  const idle = await heldFor(server, () => flood(n => post(n, false)))
  const startedMs = performance.now()
  do await post(0)
  while (!sink.counts.has('yes'))
  reportFigure({ figure: 'stack-mapping.cold', value: performance.now() - startedMs, unit: 'ms' })
  reportFigure({
    figure: 'stack-mapping.cold.held',
    value: (await server.delays()).maxMs - idle,
    unit: 'ms',
    goal: { most: 20 },
  })

  for (let n = 0; n < 200; n++) await post(n)
  const pairs = await pairsOf(400, isException => timeOf(() => post(0, isException)))
  reportFigure({
    figure: 'stack-mapping.warm',
    value: median(pairs.with) - median(pairs.without),
    unit: 'ms',
    goal: { most: 5 },
  })

  sink.counts.clear()
  const seconds = await pairsOf(floodSeconds, isException => heldFor(server, () => flood(n => post(n, isException))))
  const without = median(seconds.without)
  reportFigure({
    figure: 'stack-mapping.flood.held',
    value: median(seconds.with) - without,
    unit: 'ms',
    goal: { most: 20 },
  })
  reportFigure({ figure: 'stack-mapping.held-without', value: without, unit: 'ms' })
  const mapped = sink.counts.get('yes') ?? 0
  reportFigure({
    figure: 'stack-mapping.flood.mapped',
    value: mapped / (floodSeconds * floodPerSecond),
    unit: 'of all',
  })
  const used = memoryOf([server.pid]) - before
  reportFigure({ figure: 'stack-mapping.memory', value: used / 1e6, unit: 'MB', goal: { most: 512 } })
}

/**
 * The longest time that the event loop was blocked. Reported as the difference to the same load with nothing to map, because a busy machine
 * blocks it too.
 */
async function heldFor(server: Awaited<ReturnType<typeof startServer>>, run: () => Promise<void>): Promise<number> {
  await server.delays()
  await run()
  return (await server.delays()).maxMs
}

/** Alternately with and without exceptions, so that other load affects both. */
async function pairsOf(count: number, run: (isException: boolean) => Promise<number>) {
  const figures = { with: [] as number[], without: [] as number[] }
  for (let n = 0; n < count; n++) {
    figures.without.push(await run(false))
    figures.with.push(await run(true))
  }
  return figures
}

/** One second of it. */
async function flood(post: (n: number) => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  const sent: Promise<void>[] = []
  while (sent.length < floodPerSecond) {
    sent.push(post(sent.length))
    const dueMs = startedMs + (sent.length * 1_000) / floodPerSecond
    await new Promise(resolve => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
  }
  await Promise.all(sent)
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await run()
  return performance.now() - startedMs
}

/** A record as the browser half sends it. */
function bodyOf({ script, columns }: BuiltApp, url: string, n: number, isException: boolean): string {
  const frames = Array.from(
    { length: framesEach },
    (_, i) => `    at t (${url}${script}:1:${columns[(n * 997 + i * 31) % columns.length]})`,
  )
  const attributes = {
    'exception.type': 'RangeError',
    'exception.message': `error ${n}`,
    [isException ? 'exception.stacktrace' : 'other.text']: [`RangeError: error ${n}`, ...frames].join('\n'),
  }
  const list = Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  return JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber: 17, attributes: list }] }] }] })
}

/** Counts what arrives by its stack. */
async function startSink() {
  const counts = new Map<string, number>()
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString()
    const mapped = /"errata\.stack\.mapped","value":\{"stringValue":"(\w+)"/.exec(body)?.[1] ?? 'nothing'
    counts.set(mapped, (counts.get(mapped) ?? 0) + 1)
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('the sink has no port')
  return {
    counts,
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function startServer({ archive }: BuiltApp, sinkUrl: string) {
  const child = fork(join(import.meta.dirname, 'stack-mapping/server.ts'), [archive, sinkUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const first = await answerOf(child)
  if (!('port' in first)) throw new Error('the server tells no port')
  const url = `http://127.0.0.1:${first.port}`
  return {
    url,
    pid: child.pid ?? 0,
    async post(body: string): Promise<void> {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: url }
      const response = await fetch(`${url}/otlp/v1/logs`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    },
    /** Since the last call. */
    async delays(): Promise<EventLoopDelays> {
      child.send('delays')
      const answer = await answerOf(child)
      if ('port' in answer) throw new Error('the server tells no delays')
      return answer
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'close')
    },
  }
}

async function answerOf(child: ChildProcess): Promise<MeasuredServerMessage> {
  const [answer]: MeasuredServerMessage[] = await once(child, 'message')
  if (answer === undefined) throw new Error('the server says nothing')
  return answer
}
