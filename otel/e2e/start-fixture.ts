import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { startPipeline } from '../../test/collector/one-pipeline.ts'
import { createEngineQuery, type EngineQuery } from '../../test/engine/query-engine.ts'
import type { EngineLocation } from '../../test/engine/start-engine.ts'
import { poll } from '../../test/poll.ts'
import { builtFixture, fixtureDir, inherited } from './build-fixture.ts'

export interface StoredSpan {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly kind: string
  readonly status: string
  readonly service: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  readonly linkedTraceIds: readonly string[]
}

export interface StoredLog {
  readonly body: string
  readonly severity: string
  readonly eventName: string
  readonly spanId: string
  readonly service: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The trace that the request asked to belong to. */
  readonly traceId: string
}

/** The fixture app, in front of the real Collector and the real engine, which it shares with other specs. */
export interface Fixture extends Server {
  /** The Collector's receivers: for servers, and for browsers. */
  readonly otlpUrl: string
  readonly browserUrl: string
  /** Starts a second server before the same pipeline, of another build, port or sample ratio if given; disposal ends it alone. */
  startAnother(other?: {
    readonly buildDir?: string
    readonly port?: string
    readonly sampleRatio?: string
  }): Promise<Server>
}

export interface Server extends AsyncDisposable {
  readonly url: string
  /** What the server wrote to standard output, line by line. */
  readonly lines: readonly string[]
  /** Asks for a path as a page of the same origin would, in a trace of its own. */
  request(path: string, init?: RequestInit): Promise<Answer>
  /** Spans of a trace, first started first, once the span that `until` looks for is stored; by default the SERVER span. */
  spansOf(traceId: string, until?: (span: StoredSpan) => boolean): Promise<StoredSpan[]>
  /** Logs of a trace, first made first, once there are `count` or more. */
  logsOf(traceId: string, count?: number): Promise<StoredLog[]>
  /** Logs with an exception, of a trace whose SERVER span is stored. */
  exceptionsOf(traceId: string): Promise<StoredLog[]>
  /** Asks the engine, as the user that only reads. */
  readonly ask: EngineQuery
  /** Settles with the exit code when the server has ended. */
  readonly ended: Promise<number | null>
  /** Sends SIGTERM to the server alone. */
  terminate(): void
}

/** Two queues of a second each lie between a request and its rows; a busy machine takes its time. */
const deadlineMs = 60_000

/** @param options.alone with a pipeline that no other spec sends to. */
export async function startFixture({ alone = false } = {}): Promise<Fixture> {
  await using disposables = new AsyncDisposableStack() // nothing stays behind when a later step fails
  const buildDir = await builtFixture()
  const { engine, otlpUrl, browserUrl } = alone ? disposables.use(await startPipeline()) : inject('pipeline')
  const settings = { buildDir, otlpUrl, browserUrl, release: '3.2.1' }
  const first = disposables.use(await serve(settings, engine))
  const all = disposables.move()
  return {
    ...first,
    otlpUrl,
    browserUrl,
    startAnother: other => serve({ ...settings, ...other }, engine),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Runs the server; disposal ends it alone. */
async function serve(settings: Readonly<Record<string, string>>, engine: EngineLocation): Promise<Server> {
  const server = await startServer(settings)
  const ask = createEngineQuery(engine)
  const spansOf: Server['spansOf'] = (traceId, until = span => span.kind === 'Server') =>
    poll(
      () => ask<StoredSpan>(`${spansSql} WHERE TraceId = '${traceId}' ORDER BY Timestamp, SpanId`),
      spans => spans.some(until),
      deadlineMs,
    )
  const logsNow = (traceId: string) => ask<StoredLog>(`${logsSql} WHERE TraceId = '${traceId}' ORDER BY Timestamp`)
  return {
    url: server.url,
    lines: server.lines,
    ended: server.ended,
    terminate: server.terminate,
    ask,
    spansOf,
    request: (path, init) => request(`${server.url}${path}`, init),
    logsOf: (traceId, count = 1) =>
      poll(
        () => logsNow(traceId),
        logs => logs.length >= count,
        deadlineMs,
      ),
    async exceptionsOf(traceId) {
      // the SERVER span is exported after the logs made during the request, each by a queue that sends every second
      await spansOf(traceId)
      const logs = await poll(
        () => logsNow(traceId),
        found => found.some(isException),
        deadlineMs,
      )
      return logs.filter(isException)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const isException = (log: StoredLog) => log.attributes['exception.type'] !== undefined

const spansSql = `SELECT SpanName AS name, SpanId AS spanId, ParentSpanId AS parentSpanId, SpanKind AS kind,
  StatusCode AS status, ServiceName AS service, SpanAttributes AS attributes, ResourceAttributes AS resource,
  Links.TraceId AS linkedTraceIds FROM otel_traces FINAL`

const logsSql = `SELECT Body AS body, SeverityText AS severity, EventName AS eventName, SpanId AS spanId,
  ServiceName AS service, LogAttributes AS attributes FROM otel_logs FINAL`

const hex = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')

async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const traceId = hex(16)
  const headers = new Headers({ 'sec-fetch-site': 'same-origin', traceparent: `00-${traceId}-${hex(8)}-01` })
  new Headers(init.headers).forEach((value, name) => {
    headers.set(name, value)
  })
  const response = await fetch(url, { redirect: 'manual', ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text(), traceId }
}

interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly lines: readonly string[]
  readonly ended: Promise<number | null>
  terminate(): void
}

/** Runs the fixture's server as an app's README says: `node --import ./instrument.ts server.ts`. */
async function startServer(settings: Readonly<Record<string, string>>): Promise<RunningServer> {
  const args = ['--import', './instrument.ts', 'server.ts', JSON.stringify(settings)]
  const child = spawn(process.execPath, args, {
    cwd: fixtureDir,
    env: inherited,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ended = once(child, 'close').then(() => child.exitCode)
  const ready = new Promise<string>(resolve => {
    createInterface(child.stdout).on('line', line => {
      lines.push(line)
      const url = /^fixture ready on (http:\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  createInterface(child.stderr).on('line', line => lines.push(line))
  const url = await Promise.race([ready, ended.then(code => `exit code ${code}`)])
  if (!url.startsWith('http')) throw new Error(`the fixture did not start: ${url}\n${lines.join('\n')}`)
  return {
    url,
    lines,
    ended,
    terminate: () => child.kill('SIGTERM'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
