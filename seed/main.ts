import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { loadEnvFile } from '../supervisor/load-env-file.ts'
import { otlpHeaders, trustReceiver } from '../supervisor/otlp-access.ts'
import { clickHouseReceiver, otlpReceiver, type TelemetryReceiver } from './deliver.ts'
import { generateTelemetry, type SeedPlan } from './generate.ts'
import type { SeedBatch, SeedLog, SeedSpan } from './record.ts'

/** `npm run seed -- --spans 1e6 [--seed 1] [--days 7] [--until 2026-11-22T10:00Z] [--direct]`: fills a running stack with telemetry. */

const INTERVAL_MS = 300_000
const DAY_MS = 86_400_000
/** The Collector changes older timestamps, so what is nearly as old when it is sent is left out. */
const OTLP_DAYS = 7
const SENDING_MS = 3 * INTERVAL_MS
const DIRECT_DAYS = 14

/** Drop counts do not record who wrote them: with --direct they would count as dropped by Collectors. */
const DIRECT_NOISE_NOTICE =
  'Noise is counted on /status but not on /noise, which shows only what a Collector dropped. Without --direct, noise goes through a Collector.'

class Misuse extends Error {}

try {
  loadEnvFile()
  const { plan, direct } = readArguments()
  const config = readConfig()
  trustReceiver(config.otlp)
  printLine(
    direct
      ? `About ${plan.spans.toLocaleString('en')} spans over ${plan.days} days, seed ${plan.seed}, into the tables at ${config.clickhouse.url}.`
      : `About ${plan.spans.toLocaleString('en')} spans over ${plan.days} days, seed ${plan.seed}, to ${config.otlp.url}. More than ${OTLP_DAYS} days back needs --direct.`,
  )
  const sinceMs = plan.untilMs - plan.days * DAY_MS
  const oldestMs = Date.now() - OTLP_DAYS * DAY_MS + SENDING_MS
  await (direct
    ? send(generateTelemetry(plan), plan.spans, clickHouseReceiver({ ...readLogin(config), sinceMs, say: printLine }))
    : send(
        startingFrom(oldestMs, generateTelemetry(plan)),
        plan.spans,
        otlpReceiver({ url: config.otlp.url, access: otlpHeaders(config.otlp), say: printLine }),
      ))
  if (direct) printLine(DIRECT_NOISE_NOTICE)
} catch (error) {
  process.stderr.write(`${error instanceof Misuse ? error.message : messagesOf(error)}\n`)
  process.exitCode = 1
}

function readArguments(): { plan: SeedPlan; direct: boolean } {
  const { values } = parseArgs({
    options: {
      spans: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      days: { type: 'string' },
      until: { type: 'string' },
      direct: { type: 'boolean', default: false },
    },
  })
  const most = values.direct ? DIRECT_DAYS : OTLP_DAYS
  const untilMs = values.until === undefined ? Date.now() : Date.parse(values.until)
  if (Number.isNaN(untilMs)) throw new Misuse(`--until=${values.until} is not a time such as 2026-11-22T10:00Z.`)
  if (values.until !== undefined && untilMs > Date.now()) throw new Misuse(`--until=${values.until} is in the future.`)
  return {
    direct: values.direct,
    plan: {
      spans: parseWholeNumber('spans', values.spans, 1, 1e9),
      seed: parseWholeNumber('seed', values.seed, 0, 2 ** 32),
      days: parseWholeNumber('days', values.days ?? String(most), 1, most),
      untilMs: Math.floor(untilMs / INTERVAL_MS) * INTERVAL_MS,
    },
  }
}

function parseWholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Misuse(`--${name}=${text} is not a whole number from ${least} to ${most}.`)
}

/** The Collector's user on the embedded engine, unless CLICKHOUSE_URL is set: its password is in the data folder. */
function readLogin({ clickhouse, dataDir }: Config) {
  const { url, collector, embedded } = clickhouse
  if (!embedded) return { url, ...collector }
  const file = join(dataDir, 'engine', 'passwords', 'errata_collector')
  if (!existsSync(file)) throw new Misuse(`There is no ${file}: run npm start first, in this folder.`)
  return { url, user: 'errata_collector', password: readFileSync(file, 'utf8').trim() }
}

function* startingFrom(oldestMs: number, visits: Iterable<SeedBatch>): Generator<SeedBatch> {
  for (const visit of visits) if (visit.spans.every(({ startUs }) => startUs >= oldestMs * 1_000)) yield visit
}

/** @param total about as many spans */
async function send(visits: Iterable<SeedBatch>, total: number, receiver: TelemetryReceiver): Promise<void> {
  const fromMs = performance.now()
  let toldMs = fromMs
  let sent = 0
  let spans: SeedSpan[] = []
  let logs: SeedLog[] = []
  // A batch is generated while the previous one is sent.
  let underWay = Promise.resolve()
  const give = async () => {
    await underWay
    underWay = receiver.take({ spans, logs })
    sent += spans.length
    spans = []
    logs = []
    if (performance.now() - toldMs < 2_000) return
    toldMs = performance.now()
    printLine(progressOf(sent, total, toldMs - fromMs))
  }
  for (const made of visits) {
    for (const span of made.spans) spans.push(span)
    for (const log of made.logs) logs.push(log)
    if (spans.length >= receiver.spansPerBatch) await give()
  }
  await give()
  await underWay
  printLine(
    `${sent.toLocaleString('en')} spans sent in ${((performance.now() - fromMs) / 1000).toFixed(1)} s, noise included.`,
  )
}

function progressOf(sent: number, of: number, elapsedMs: number): string {
  const perSecond = Math.round(sent / (elapsedMs / 1000))
  const left = Math.max(0, Math.ceil((of - sent) / perSecond))
  const share = Math.min(100, Math.floor((sent / of) * 100))
  return `${share} %: ${sent.toLocaleString('en')} spans, ${perSecond.toLocaleString('en')} a second, about ${left} s left`
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** fetch reports a refused connection only in the cause. */
function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${messagesOf(error.cause)}`
}
