import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Config, isLoopback } from '../config.ts'
import { TABLES } from '../store/schema/tables/table-names.ts'
import type { ChildOptions } from './child.ts'
import { freePort } from './free-port.ts'
import type { DamagedQueueReport } from './report-damaged-queue.ts'
import { runProcess } from './run-process.ts'
import { fetchText } from './watch-process.ts'
import { watchCollector, watchDesk, watchEngine } from './watches.ts'

export interface StackPaths {
  readonly root: string
  /** Path of the Collector's binary. */
  readonly otelcol: string
  readonly dev: boolean
}

/** The processes of the stack: commands, arguments, readiness checks. */
export function childOptions(config: Config, { root, otelcol, dev }: StackPaths) {
  const log = (name: string) => join(config.dataDir, 'logs', `${name}.log`)
  const queueDir = join(config.dataDir, 'queue')
  const node = process.execPath
  const { otlp } = config
  // The users of other processes are none of their business.
  const ofOthers = /^ERRATA_CLICKHOUSE_(COLLECTOR|SCHEMA)_(USER|PASSWORD|PASSWORD_FILE)$/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOthers.test(name)))
  let sendsOnly = false
  const alsoOtlp = config.alsoOtlp.url === '' ? [] : ['collector-also-otlp.yaml']
  const configs = [
    config.otelcol.config,
    config.otelcol.limits,
    config.otelcol.masking,
    'collector-json-logs.yaml',
    ...alsoOtlp,
    ...(otlp.tokensFile === '' ? [] : ['collector-otlp-tokens.yaml']),
    ...(otlp.tls === undefined ? [] : ['collector-otlp-tls.yaml']),
  ]

  const engine: ChildOptions = {
    name: 'engine',
    command: node,
    args: [
      'engine/main.ts',
      '--data-dir',
      engineDir(config),
      '--host',
      config.engine.host,
      '--port',
      `${config.engine.port}`,
      '--native-port',
      `${config.engine.nativePort}`,
      '--sandbox',
      config.engine.sandbox,
      ...(isLoopback(config.engine.host) ? [] : ['--allow-any-host']),
    ],
    env,
    cwd: root,
    logFile: log('engine'),
    ready: signal => waitUntilAnswering(`${config.clickhouse.url}/ping`, signal),
    watch: () => watchEngine(config, collectorHeaders(config)),
    stopDeadlineMs: 20_000,
  }
  const desk: ChildOptions = {
    name: 'desk',
    command: node,
    // Vite resolves packages with the condition "development": without it here too, react-router would be loaded twice.
    args: [
      ...(dev ? ['--conditions=development'] : []),
      '--import',
      './instrument.ts',
      'server.ts',
      ...(dev ? ['--dev'] : []),
    ],
    env: { ...env, NODE_ENV: dev ? 'development' : 'production' },
    cwd: root,
    logFile: log('desk'),
    onConsole: true,
    ready: signal => waitUntilAnswering(`${config.desk.url}/livez`, signal),
    beforeStart: async () => ({
      env: {
        ...(config.clickhouse.embedded && clickhouseEnv(config, 'errata_desk')),
        ...(otlp.tokensFile !== '' && { ERRATA_OTLP_TOKENS: tokensCopy(config) }),
      },
    }),
    // In development the app may be stopped at a breakpoint.
    ...(dev ? {} : { watch: () => watchDesk(config) }),
    stopDeadlineMs: 15_000,
  }
  // Passwords exist once the engine has started, so the Collector's options are created then. The callback is called for each file of its
  // queue that had to be moved aside before a start.
  const collector = (onDamagedQueue: (file: DamagedQueueReport) => void): ChildOptions => ({
    name: 'collector',
    command: otelcol,
    args: configs.flatMap(file => ['--config', file]),
    env: {
      ...env,
      ...clickhouseEnv(config, 'errata_collector'),
      HOSTNAME: hostname(),
      ERRATA_OTLP_HOST: beforePort(otlp.host),
      ERRATA_OTLP_BROWSER_HOST: beforePort(otlp.browserHost),
      ERRATA_OTELCOL_HEALTH_HOST: beforePort(config.otelcol.healthHost),
      ERRATA_OTELCOL_METRICS_HOST: beforePort(config.otelcol.metricsHost),
      ERRATA_OTLP_GRPC_PORT: `${otlp.grpcPort}`,
      ERRATA_OTLP_HTTP_PORT: `${otlp.httpPort}`,
      ERRATA_OTLP_BROWSER_PORT: `${otlp.browserPort}`,
      ERRATA_OTLP_TOKENS: tokensCopy(config),
      ERRATA_OTLP_TLS_CERT: otlp.tls?.certFile ?? '',
      ERRATA_OTLP_TLS_KEY: otlp.tls?.keyFile ?? '',
      ERRATA_OTELCOL_HEALTH_PORT: `${config.otelcol.healthPort}`,
      ERRATA_OTELCOL_METRICS_PORT: `${config.otelcol.metricsPort}`,
      ERRATA_QUEUE_DIR: queueDir,
      ERRATA_QUEUE_BYTES: `${config.otelcol.queueBytes}`,
      ERRATA_QUEUE_FILE_BYTES: `${4 * config.otelcol.queueBytes}`,
      ERRATA_ALSO_OTLP_URL: config.alsoOtlp.url,
      ERRATA_ALSO_OTLP_AUTHORIZATION: config.alsoOtlp.authorization,
      // Below the 576 MiB of the Collector's own limiter, so that garbage never makes it refuse.
      GOMEMLIMIT: '512MiB',
      // Half as many garbage collections save a tenth of the cost of a span; the limit above still applies.
      GOGC: '200',
    },
    cwd: root,
    logFile: log('collector'),
    ready: signal => waitUntilAnswering(config.otelcol.healthUrl, signal),
    // It does not wait for ClickHouse: what it accepts meanwhile is kept on disk. But a start that is interrupted while it reads back what
    // was being sent would lose that, so its queue is copied before; and with a damaged queue it would not start.
    beforeStart: async signal => {
      const guard = ['collector/guard-queue.ts', queueDir]
      const found = guarded.parse(JSON.parse(await runProcess(guard, { cwd: root, env: process.env, signal })))
      sendsOnly = found.mode === 'send'
      for (const file of found.damaged) onDamagedQueue(file)
      return {
        env: {
          ERRATA_OTELCOL_OWN_PORT: `${await freePort()}`,
          ERRATA_EVENT_NAME_ATTRIBUTE: (await canReadLogColumns(config, signal)) ? '0' : '1',
        },
        args: sendsOnly ? ['--config', 'collector/send-queue.yaml'] : [],
      }
    },
    watch: () => watchCollector(config, { queueDir, sendsOnly }),
    stopDeadlineMs: 20_000,
  })
  return { engine, collector, desk, isAccepting: () => !sendsOnly }
}

/** The output of collector/guard-queue.ts. */
const guarded = z.object({
  mode: z.enum(['accept', 'send']),
  damaged: z.array(z.object({ name: z.string(), bytes: z.number(), fault: z.string(), movedTo: z.string() })),
})

/** The users of the embedded engine, one for each part that works with it (engine/users.ts). */
export type EngineUser = 'errata_collector' | 'errata_desk' | 'errata_maps' | 'errata_reader' | 'errata_schema'

/** Environment variables for ClickHouse: this user on the embedded engine, or the configured user of that part on a server. */
export function clickhouseEnv(config: Config, engineUser: EngineUser): Record<string, string> {
  const { url, embedded, collector, schema } = config.clickhouse
  // Read here: beside a password it would be a fault.
  const noFile = { CLICKHOUSE_PASSWORD_FILE: '' }
  if (!embedded) {
    const own = { errata_collector: collector, errata_schema: schema }
    const { user, password } = engineUser in own ? own[engineUser as keyof typeof own] : config.clickhouse
    return { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password, ...noFile }
  }
  const written = readFileSync(passwordFile(config, engineUser), 'utf8').trim()
  return { CLICKHOUSE_URL: url, CLICKHOUSE_USER: engineUser, CLICKHOUSE_PASSWORD: written, ...noFile }
}

/** File of a user's password on the embedded engine; it exists once the engine has started. */
export function passwordFile(config: Config, user: EngineUser): string {
  return join(engineDir(config), 'passwords', user)
}

/** As {@link clickhouseEnv}, for a request. */
function collectorHeaders(config: Config): Record<string, string> {
  const { CLICKHOUSE_USER = '', CLICKHOUSE_PASSWORD = '' } = clickhouseEnv(config, 'errata_collector')
  return { 'x-clickhouse-user': CLICKHOUSE_USER, 'x-clickhouse-key': CLICKHOUSE_PASSWORD }
}

/** The Collector's copy of the tokens (sender-tokens.ts), from which the app takes its own. */
export const tokensCopy = (config: Config) => join(config.dataDir, 'otlp-tokens')

/** The Collector's configuration appends a port. */
const beforePort = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Folder of the embedded engine. */
export const engineDir = (config: Config) => join(config.dataDir, 'engine')

/** Whether a Collector that starts now can read the columns of the logs' table, including EventName. */
async function canReadLogColumns(config: Config, signal: AbortSignal): Promise<boolean> {
  const headers = collectorHeaders(config)
  const query = { method: 'POST', body: `DESCRIBE TABLE otel.${TABLES.logs}`, headers, signal, deadlineMs: 3_000 }
  return (await fetchText(config.clickhouse.url, query))?.status === 200
}

/** Waits until a GET is answered with 2xx. */
export async function waitUntilAnswering(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      const response = await fetch(url, { signal })
      await response.body?.cancel()
      if (response.ok) return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // fetch throws a TypeError while nothing listens yet.
    }
    await wait(50, undefined, { signal })
  }
}
