import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { freePorts } from '../free-ports.ts'
import { decodeOtlp } from '../otlp/decode-otlp.ts'

/** What a sender sent for a failed request: requests in OTLP's JSON mapping, reduced to what describes the exception. */
export interface SenderRecording {
  readonly source: string
  readonly logs: readonly object[]
  readonly traces: readonly object[]
}

const root = join(import.meta.dirname, '../..')
const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'errata/senders')
/** Exit code of a sender's `run` if something that it needs is not available; it has printed what. */
const CANNOT_RUN = 77
const START_TIMEOUT_MS = 300_000
/** Longer than any of these SDKs delays sending. */
const FLUSH_MS = 3_000

/**
 * Installs a sender by its `run` file, starts it, sends it a request that fails, and records its telemetry.
 *
 * @param folder of the sender
 * @returns The recording, or why this sender cannot run here.
 * @throws {Error} With the sender's output if it does not start or sends no exception.
 */
export async function recordSender(name: string, folder: string): Promise<SenderRecording | string> {
  const sent: { signal: 'traces' | 'logs'; request: object }[] = []
  const receiver = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray())
    const type = req.headers['content-type'] ?? ''
    const signal = /^\/v1\/(traces|logs)$/.exec(req.url ?? '')?.[1]
    if (signal === 'traces' || signal === 'logs') {
      const bytes = req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      sent.push({ signal, request: withoutMachine(decodeOtlp(signal, type, bytes)) })
    }
    res.setHeader('content-type', type).end(type.startsWith('application/json') ? '{}' : '')
  })
  const [port = 0, otlpPort] = await freePorts(2)
  await new Promise<void>(resolve => receiver.listen(otlpPort, '127.0.0.1', resolve))
  let printed = ''
  const child = spawn('bash', ['run', `${port}`], {
    cwd: folder,
    detached: true, // its own process group, to end all of it
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settingsOf(name, `http://127.0.0.1:${otlpPort}`) },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => (printed = `${printed}${chunk}`.slice(-8_000)))
  const exited = once(child, 'exit')
  try {
    await untilItFails(`http://127.0.0.1:${port}/pay`, () => child.exitCode !== null)
    if (child.exitCode === CANNOT_RUN) return printed.trim().split('\n').at(-1) ?? ''
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${printed}`)
    await wait(FLUSH_MS)
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await exited
    receiver.closeAllConnections()
    await new Promise(resolve => receiver.close(resolve))
  }
  const of = (wanted: 'traces' | 'logs') =>
    sent.filter(({ signal }) => signal === wanted).flatMap(({ request }) => onlyExceptions(request) ?? [])
  const recording = { source: `npm run test:senders -- --record ${name}`, logs: of('logs'), traces: of('traces') }
  if (recording.logs.length + recording.traces.length === 0) throw new Error(`${name} sent no exception:\n${printed}`)
  return recording
}

/** Settings of all SDKs; a sender's `run` adds its own. */
const settingsOf = (name: string, endpoint: string) => ({
  SENDER_CACHE: join(cache, name),
  OTEL_SERVICE_NAME: name,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_BSP_SCHEDULE_DELAY: '200',
  OTEL_BLRP_SCHEDULE_DELAY: '200',
})

/** Once it listens, every request fails; before, or if it has ended, there is no response. */
async function untilItFails(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS)
  while (!hasEnded()) {
    deadline.throwIfAborted()
    try {
      await fetch(url, { signal: AbortSignal.timeout(10_000) })
      return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      if ((error.cause as { code?: string } | undefined)?.code !== 'ECONNREFUSED') return
    }
    await wait(200)
  }
}

const ABOUT_THE_APP = new Set(['service.name', 'telemetry.sdk.language', 'telemetry.sdk.name', 'telemetry.sdk.version'])

/** The request without data about the machine: folders, host, process. */
function withoutMachine(request: object): object {
  const text = JSON.stringify(request)
    .replaceAll(root, '/srv')
    .replaceAll(cache, '/opt')
    .replaceAll(homedir(), '/home/shop')
  return JSON.parse(text, (key, value: unknown) => {
    const { attributes } = resource.safeParse(value).data ?? {}
    return key === 'resource' && attributes
      ? { attributes: attributes.filter(({ key }) => ABOUT_THE_APP.has(key)) }
      : value
  })
}

const resource = z.object({ attributes: z.array(z.looseObject({ key: z.string() })) })

interface Request {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly Scope[] }[]
  readonly resourceLogs?: readonly { readonly scopeLogs: readonly Scope[] }[]
}
interface Scope {
  readonly spans?: readonly { readonly events?: readonly { readonly name?: string }[] }[]
  readonly logRecords?: readonly { readonly attributes?: readonly { readonly key?: string }[] }[]
}

/** The request reduced to spans and log records with an exception; undefined if there are none. */
function onlyExceptions(request: Request): object | undefined {
  const inScope = <T extends Scope>(scope: T) => ({
    ...scope,
    ...(scope.spans && {
      spans: scope.spans.filter(({ events = [] }) => events.some(({ name }) => name === 'exception')),
    }),
    ...(scope.logRecords && {
      logRecords: scope.logRecords.filter(({ attributes = [] }) =>
        attributes.some(({ key }) => key === 'exception.type'),
      ),
    }),
  })
  const isFilled = ({ spans = [], logRecords = [] }: Scope) => spans.length + logRecords.length > 0
  const spans = (request.resourceSpans ?? [])
    .map(of => ({ ...of, scopeSpans: of.scopeSpans.map(inScope).filter(isFilled) }))
    .filter(({ scopeSpans }) => scopeSpans.length > 0)
  const logs = (request.resourceLogs ?? [])
    .map(of => ({ ...of, scopeLogs: of.scopeLogs.map(inScope).filter(isFilled) }))
    .filter(({ scopeLogs }) => scopeLogs.length > 0)
  if (spans.length > 0) return { resourceSpans: spans }
  return logs.length > 0 ? { resourceLogs: logs } : undefined
}
