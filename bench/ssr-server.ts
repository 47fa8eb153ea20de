import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { poll } from '../test/poll.ts'
import { startTelemetrySink } from './otlp-sink.ts'
import { printProgress } from './report.ts'
import type { MicrosecondsByPart } from './ssr-app/profile-parts.ts'
import type { ListeningMessage, ParentRequest, SsrAppSettings, TelemetryVariant } from './ssr-app/settings.ts'

/** A process that serves the app, and everything that it has sent. */
export interface SsrServer extends AsyncDisposable {
  /** Requests a page repeatedly, several at a time; `bare` bypasses our telemetry. */
  load(path: string, requests: number, way?: SsrServerMode): Promise<void>
  /**
   * Settles when the telemetry of all requests has arrived. @throws {Error} If a span or log record was lost; Sentry's loss is reported.
   */
  everythingArrived(): Promise<void>
  /** Processor time used so far, µs. */
  cpuUs(): Promise<number>
  /** Main thread time in µs by part, while requests are answered and telemetry is sent. */
  profile(path: string, requests: number): Promise<MicrosecondsByPart>
}

export type SsrServerMode = 'bare' | 'full'

const appDir = join(import.meta.dirname, 'ssr-app')
/** Concurrent requests: the server is always busy; more would only wait. */
const concurrency = 8

/** Builds the app for production. @returns its folder, gone on disposal. */
export async function buildSsrApp(): Promise<{ dir: string } & AsyncDisposable> {
  const dir = join(appDir, 'build', `run-${process.pid}`)
  const child = spawn(process.execPath, [join(appDir, '../../node_modules/.bin/react-router'), 'build'], {
    cwd: appDir,
    env: { ...process.env, NODE_ENV: 'production', SSR_BUILD_DIR: dir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      printed += text
    })
  }
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`bench/ssr-app was not built\n${printed}`)
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

export async function startSsrServer(variant: TelemetryVariant, buildDir: string): Promise<SsrServer> {
  const sink = await startTelemetrySink()
  const settings: SsrAppSettings = { variant, buildDir, sinkUrl: sink.url }
  const child = fork(join(appDir, 'server.ts'), {
    cwd: appDir,
    execArgv: ['--import', './instrument.ts'],
    env: { ...process.env, ...stockEnv(sink.url), NODE_ENV: 'production', SSR_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout?.resume() // The log, which a full pipe would block.
  let printed = ''
  child.stderr?.on('data', (text: Buffer) => {
    printed = (printed + text).slice(-10_000)
  })
  const { ports } = await answer<ListeningMessage>(child, () => printed)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const sent = { traced: 0, logged: 0 }
  const hasLogs = variant === 'errata' || variant === 'bare'
  const order = <T>(what: ParentRequest) => {
    child.send(what)
    return answer<T>(child, () => printed)
  }
  const cpuUs = async () => {
    const { user, system } = await order<NodeJS.CpuUsage>('cpu')
    return user + system
  }
  const load = async (path: string, requests: number, way: SsrServerMode = 'full') => {
    const port = way === 'full' ? ports.at(-1) : ports[0]
    let left = requests
    const sendSome = async () => {
      while (left-- > 0) await getPage(agent, `http://127.0.0.1:${port}${path}`)
    }
    await Promise.all(Array.from({ length: concurrency }, sendSome))
    if (variant !== 'none' && way === 'full') sent.traced += requests
    if (hasLogs && way === 'full') sent.logged += requests
  }
  const everythingArrived = async () => {
    const { received } = sink
    const isWhole = () =>
      received.requests === sent.traced &&
      (!hasLogs || (received.logs === sent.logged && received.stamped === received.spans))
    // Sentry drops what its transport cannot hold under load; that is by design.
    const deadlineMs = variant === 'sentry' ? 3_000 : 20_000
    await poll(isWhole, whole => whole, deadlineMs).catch(cause => {
      const lost = `${variant}: ${JSON.stringify(sent)} was sent, ${JSON.stringify(received)} arrived. ${printed}`
      if (variant !== 'sentry') throw new Error(lost, { cause })
      printProgress(lost)
    })
  }
  return {
    load,
    everythingArrived,
    cpuUs,
    async profile(path, requests) {
      await order('start profile')
      await load(path, requests)
      await everythingArrived()
      return order('stop profile')
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      const gone = once(child, 'close')
      child.kill('SIGKILL')
      await gone
      await sink[Symbol.asyncDispose]()
    },
  }
}

/** Only stock OpenTelemetry reads these. Batches are sent after one second, like ours, instead of five. */
const stockEnv = (sinkUrl: string) => ({
  OTEL_SERVICE_NAME: 'shop',
  OTEL_EXPORTER_OTLP_ENDPOINT: sinkUrl,
  OTEL_BSP_SCHEDULE_DELAY: '1000',
})

function answer<T>(child: ChildProcess, printed: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`bench/ssr-app ended with exit code ${code}\n${printed()}`))
    child.once('exit', ended)
    child.once('message', (message: T) => {
      child.off('exit', ended)
      resolve(message)
    })
  })
}

function getPage(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const req = get(url, { agent, timeout: 60_000 }, res => {
      let bytes = 0
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      res.once('end', () => {
        if (res.statusCode === 200 && bytes > 5_000) resolve()
        else reject(new Error(`${url} answered ${res.statusCode} and ${bytes} bytes`))
      })
    })
    req.once('timeout', () => req.destroy(new Error(`${url} did not answer within a minute`)))
    req.once('error', reject)
  })
}
