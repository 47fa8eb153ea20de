import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addDiagnostic } from '../failure-diagnostics.ts'
import { freePorts } from '../free-ports.ts'

export interface OtelcolOptions {
  readonly clickhouse: { readonly url: string; readonly user: string; readonly password: string }
  /** An existing queue folder, which is kept; by default a temporary one. */
  readonly queueDir?: string
  readonly env?: Readonly<Record<string, string>>
  /** Further configuration files, merged in order. */
  readonly configs?: readonly string[]
}

export interface RunningOtelcol {
  /** OTLP over HTTP: `${httpUrl}/v1/traces`. */
  readonly httpUrl: string
  readonly grpcPort: number
  /** The browsers' receiver. */
  readonly browserUrl: string
  readonly healthUrl: string
  readonly metricsUrl: string
  /** Receiver of its own metrics. */
  readonly ownUrl: string
  readonly queueDir: string
  readonly pid: number
  /** The last 200,000 characters of its log. */
  log(): string
  /** How many log lines so far report a failed export, retried or given up. */
  failedExports(): number
  /** Settles when it has ended. */
  stop(): Promise<void>
  /** SIGKILL; settles when it has ended. */
  kill(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const root = join(import.meta.dirname, '../..')
/** The configuration arguments of every Collector, relative to the root. */
export const CONFIG_ARGS = ['config', 'limits', 'masking', 'json-logs'].flatMap(name => [
  '--config',
  `collector-${name}.yaml`,
])
let found: Promise<string> | undefined

/** The path of the Collector that all tests run; searched once a process. */
export function otelcolBinary(): Promise<string> {
  found ??= promisify(execFile)(process.execPath, ['collector/main.ts'], { cwd: root }).then(
    ({ stdout }) => stdout.trim().split('\n').at(-1) ?? '',
  )
  return found
}

/**
 * Runs the real Collector with its shipped configuration on its own ports. A condition that fails makes its request fail
 * (`ERRATA_FILTER_ERROR_MODE=propagate`), so that no test passes because of a broken rule.
 *
 * @returns Once it is healthy.
 * @throws {Error} With its log, if it ends before or takes too long.
 */
export async function startOtelcol(options: OtelcolOptions): Promise<RunningOtelcol> {
  const { clickhouse, env = {}, configs = [] } = options
  const queueDir = options.queueDir ?? mkdtempSync(join(tmpdir(), 'errata-queue-'))
  const [grpcPort = 0, http, browser, health, metrics, own] = await freePorts(6)
  const child = spawn(await otelcolBinary(), [...CONFIG_ARGS, ...configs.flatMap(file => ['--config', file])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      GOMEMLIMIT: '512MiB',
      GOGC: '200',
      CLICKHOUSE_URL: clickhouse.url,
      CLICKHOUSE_USER: clickhouse.user,
      CLICKHOUSE_PASSWORD: clickhouse.password,
      ERRATA_OTLP_HOST: '127.0.0.1',
      ERRATA_OTLP_BROWSER_HOST: '127.0.0.1',
      ERRATA_OTELCOL_HEALTH_HOST: '127.0.0.1',
      ERRATA_OTELCOL_METRICS_HOST: '127.0.0.1',
      ERRATA_OTLP_GRPC_PORT: `${grpcPort}`,
      ERRATA_OTLP_HTTP_PORT: `${http}`,
      ERRATA_OTLP_BROWSER_PORT: `${browser}`,
      ERRATA_OTELCOL_HEALTH_PORT: `${health}`,
      ERRATA_OTELCOL_METRICS_PORT: `${metrics}`,
      ERRATA_OTELCOL_OWN_PORT: `${own}`,
      ERRATA_QUEUE_DIR: queueDir,
      ERRATA_FILTER_ERROR_MODE: 'propagate',
      ...env,
    },
  })
  const { log, failedExports } = collect(child)
  child.once(
    'exit',
    addDiagnostic(() =>
      log()
        .split('\n')
        .filter(line => /\t(warn|error)\t/.test(line))
        .slice(-20)
        .join('\n'),
    ),
  )
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    if (options.queueDir === undefined && signal !== 'SIGKILL') rmSync(queueDir, { recursive: true, force: true })
  }
  const healthUrl = `http://127.0.0.1:${health}`
  try {
    await becomesHealthy(child, healthUrl)
  } catch (error) {
    await end('SIGKILL')
    throw new Error(`The Collector did not start.\n${log()}`, { cause: error })
  }
  return {
    httpUrl: `http://127.0.0.1:${http}`,
    grpcPort,
    browserUrl: `http://127.0.0.1:${browser}`,
    healthUrl,
    metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    ownUrl: `http://127.0.0.1:${own}`,
    queueDir,
    pid: child.pid ?? 0,
    log,
    failedExports,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

function collect(child: ChildProcess): Pick<RunningOtelcol, 'log' | 'failedExports'> {
  let text = ''
  let failed = 0
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface(stream).on('line', line => {
      text = `${text}${line}\n`.slice(-200_000)
      if (line.includes('Exporting failed')) failed++
    })
  }
  return { log: () => text, failedExports: () => failed }
}

async function becomesHealthy(child: ChildProcess, url: string): Promise<void> {
  const deadline = AbortSignal.timeout(60_000)
  for (;;) {
    deadline.throwIfAborted()
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    try {
      if ((await fetch(url, { signal: deadline })).ok) return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // Nothing listens yet.
    }
    await wait(50)
  }
}
