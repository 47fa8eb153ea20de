import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Config, isLoopback } from '../config.ts'
import type { ChildOptions } from './child.ts'
import { runProcess } from './run-process.ts'

export interface Places {
  readonly root: string
  /** Path of the Collector's binary. */
  readonly otelcol: string
  readonly dev: boolean
}

/** What runs, with which arguments, and how one sees that it serves. */
export function childOptions(config: Config, { root, otelcol, dev }: Places) {
  const log = (name: string) => join(config.dataDir, 'logs', `${name}.log`)
  const queueDir = join(config.dataDir, 'queue')
  const node = process.execPath
  // The Collector's configuration puts a port behind it.
  const host = config.otlp.host.includes(':') ? `[${config.otlp.host}]` : config.otlp.host
  const configs = ['collector-config.yaml', ...(config.alsoOtlp.url === '' ? [] : ['collector-also-otlp.yaml'])]

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
      ...(isLoopback(config.engine.host) ? [] : ['--allow-any-host']),
    ],
    env: process.env,
    cwd: root,
    logFile: log('engine'),
    ready: signal => answers(`${config.clickhouse.url}/ping`, signal),
    stopDeadlineMs: 20_000,
  }
  const desk: ChildOptions = {
    name: 'desk',
    command: node,
    // Vite resolves packages by the condition "development": without it here as well, react-router would be there twice.
    args: [
      ...(dev ? ['--conditions=development'] : []),
      '--import',
      './instrument.ts',
      'server.ts',
      ...(dev ? ['--dev'] : []),
    ],
    env: { ...process.env, NODE_ENV: dev ? 'development' : 'production' },
    cwd: root,
    logFile: log('desk'),
    onConsole: true,
    ready: signal => answers(`${config.desk.url}/livez`, signal),
    stopDeadlineMs: 15_000,
  }
  // The writer's password exists once the engine has started, so the Collector's options are made then.
  const collector = (): ChildOptions => ({
    name: 'collector',
    command: otelcol,
    args: configs.flatMap(file => ['--config', file]),
    env: {
      ...process.env,
      ...clickhouseEnv(config),
      ERRATA_OTLP_HOST: host,
      ERRATA_OTLP_GRPC_PORT: `${config.otlp.grpcPort}`,
      ERRATA_OTLP_HTTP_PORT: `${config.otlp.httpPort}`,
      ERRATA_OTLP_BROWSER_PORT: `${config.otlp.browserPort}`,
      ERRATA_OTELCOL_HEALTH_PORT: `${config.otelcol.healthPort}`,
      ERRATA_OTELCOL_METRICS_PORT: `${config.otelcol.metricsPort}`,
      ERRATA_QUEUE_DIR: queueDir,
      ERRATA_ALSO_OTLP_URL: config.alsoOtlp.url,
      ERRATA_ALSO_OTLP_AUTHORIZATION: config.alsoOtlp.authorization,
      // The collector's own limiter refuses at 512 MiB; the garbage collector works harder before that.
      GOMEMLIMIT: '400MiB',
    },
    cwd: root,
    logFile: log('collector'),
    ready: signal => answers(config.otelcol.healthUrl, signal),
    // Nothing may start before the store answers: a Collector that could not read its tables' columns drops EventName for its lifetime.
    // And a start that is cut short while it takes up what was being sent would lose that: its queue is copied before.
    beforeStart: async signal => {
      await answers(`${config.clickhouse.url}/ping`, AbortSignal.any([signal, AbortSignal.timeout(60_000)]))
      await runProcess(['collector/guard-queue.ts', queueDir], { cwd: root, env: process.env, signal })
    },
    stopDeadlineMs: 20_000,
  })
  return { engine, collector, desk }
}

/** The ClickHouse to write to, as the Collector and the schema job read it from their environment. */
export function clickhouseEnv(config: Config): Record<string, string> {
  const { url, embedded, user, password } = config.clickhouse
  if (!embedded) return { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password }
  const written = readFileSync(join(engineDir(config), 'writer-password'), 'utf8').trim()
  return { CLICKHOUSE_URL: url, CLICKHOUSE_USER: 'errata', CLICKHOUSE_PASSWORD: written }
}

const engineDir = (config: Config) => join(config.dataDir, 'engine')

/** Waits until a GET is answered with 2xx. */
async function answers(url: string, signal: AbortSignal): Promise<void> {
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
