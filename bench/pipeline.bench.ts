import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { poll } from '../test/poll.ts'
import { type RunningStack, startStack } from '../test/stack/start-stack.ts'
import { printProgress, reportFigure } from './report.ts'
import { spanRequests } from './span-requests.ts'

export const benchmarkDescription =
  'spans a second through the Collector into the embedded engine while the desk serves, none lost'

const seconds = 20
const senders = 4

export async function runBenchmark(): Promise<void> {
  const cores = availableParallelism()
  // The goals are for two cores.
  if (cores !== 2) reportFigure({ figure: 'pipeline.cores', value: cores, unit: 'cores' })
  for (const [spansPerRequest, least] of [
    [512, 30_000],
    [40, 20_000],
  ] as const) {
    await using stack = await startStack()
    const { stored, elapsedS, pages } = await send(stack, spansPerRequest)
    printProgress(
      `pipeline: ${stored} spans in requests of ${spansPerRequest}, ${elapsedS.toFixed(1)} s, ${pages} pages served meanwhile`,
    )
    reportFigure({ figure: `pipeline.${spansPerRequest}`, value: stored / elapsedS, unit: 'spans/s', goal: { least } })
  }
}

/** Sends for a fixed time, then waits until every acknowledged span is stored; only then the time is taken. */
async function send(stack: RunningStack, spansPerRequest: number) {
  const done = new AbortController()
  const storing = store(stack, spansPerRequest).finally(() => done.abort())
  const [result, pages] = await Promise.all([storing, browse(stack, done.signal)])
  return { ...result, pages }
}

async function store(stack: RunningStack, spansPerRequest: number) {
  const fromMs = performance.now()
  const until = fromMs + seconds * 1_000
  const sent = await Promise.all(Array.from({ length: senders }, () => sendUntil(stack, spansPerRequest, until)))
  const accepted = sent.reduce((sum, requests) => sum + requests * spansPerRequest, 0)
  await poll(
    () => countStored(stack),
    count => count >= accepted,
    120_000,
  )
  const elapsedS = (performance.now() - fromMs) / 1_000
  const stored = Number(
    (await stack.query("SELECT uniqExact(SpanId) AS n FROM otel_traces WHERE ServiceName = 'bench'"))[0]?.['n'],
  )
  if (stored !== accepted) throw new Error(`${accepted} spans were acknowledged, ${stored} are stored`)
  return { stored, elapsedS }
}

async function sendUntil(stack: RunningStack, spansPerRequest: number, untilMs: number): Promise<number> {
  const next = spanRequests(spansPerRequest)
  let accepted = 0
  while (performance.now() < untilMs) {
    const response = await fetch(`${stack.otlpUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: next(),
    })
    await response.arrayBuffer()
    if (response.ok) accepted++
    else if (response.status === 503 || response.status === 429) await wait(100)
    else throw new Error(`The Collector answered ${response.status}`)
  }
  return accepted
}

/**
 * Two pages a second, like a person using the app.
 *
 * @returns How many were served, at least one.
 * @throws {Error} If one was not.
 */
async function browse(stack: RunningStack, done: AbortSignal): Promise<number> {
  let pages = 0
  while (!done.aborted) {
    const response = await fetch(`${stack.deskUrl}/traces`, { signal: AbortSignal.timeout(30_000) })
    await response.text()
    if (!response.ok) throw new Error(`The desk answered ${response.status} after ${pages} pages`)
    pages++
    await wait(500)
  }
  return pages
}

async function countStored(stack: RunningStack): Promise<number> {
  const rows = await stack.query("SELECT count() AS n FROM otel_traces WHERE ServiceName = 'bench'")
  return Number(rows[0]?.['n'])
}
