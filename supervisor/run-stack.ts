import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { buildApp } from './build-app.ts'
import { checkPorts } from './check-ports.ts'
import { checkUsers } from './check-users.ts'
import { type ChildOptions, type ChildProcessHandle, startChild } from './child.ts'
import { createDiskNotice } from './disk-notice.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { obtainCollector } from './obtain-collector.ts'
import { otlpHeaders, trustReceiver } from './otlp-access.ts'
import { childOptions, passwordFile, type StackPaths, tokensCopy } from './processes.ts'
import { type DamagedQueueReport, describeDamagedQueue, reportDamagedQueue } from './report-damaged-queue.ts'
import { reportRestart } from './report-restart.ts'
import { runSchema } from './run-schema.ts'
import { authorizationOf } from './secret-key.ts'
import { keepSenderTokens } from './sender-tokens.ts'
import { StartError } from './start-error.ts'
import { type StartPhase, sendStartTrace } from './start-trace.ts'

/**
 * Starts engine → schema → Collector → app, waits until a span has come through all of them, and keeps them running until `stop` is
 * aborted. Then they are stopped in reverse order: the app sends its last spans, the Collector writes its queue to disk.
 *
 * @throws {StartError} For problems that the user can fix. Everything already started has then been stopped.
 */
export async function runStack(
  { root, config, dev }: { root: string; config: Config; dev: boolean },
  stop: AbortSignal,
): Promise<void> {
  const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  printLine(`errata ${version}`)
  const lock = await lockDataDir(config.dataDir)
  for (const orphan of lock.orphans)
    printLine(`  ended ${orphan.name} (process ${orphan.pid}), left over from a stack that was killed`)
  const children: ChildProcessHandle[] = []
  const phases: StartPhase[] = []
  const pids = new Map<string, number>()
  let starts = 0
  const disk = createDiskNotice({
    dataDir: config.dataDir,
    warn: line => process.stderr.write(`${line}\n`),
    tryAgain: () => notePids(),
  })
  const notePids = () => {
    try {
      lock.record(pids)
      disk.works('stack.json')
    } catch (error) {
      disk.fails('stack.json', error)
    }
  }
  const headers = otlpHeaders({ tokensFile: config.otlp.tokensFile === '' ? '' : tokensCopy(config) })
  const target = { otlpUrl: config.otlp.url, headers, version }
  try {
    prepareReceiver(config, stop)
    await checkPorts(config)
    mkdirSync(join(config.dataDir, 'logs'), { recursive: true })
    const start = async (options: ChildOptions, detail: string) => {
      const child = await timePhase(phases, options.name, detail, () =>
        startChild(options, {
          say: line => printLine(`  ${line}`),
          disk,
          onPid: pid => {
            if (pid === undefined) pids.delete(options.name)
            else pids.set(options.name, pid)
            starts++
            notePids()
          },
          onRestart: restart => void reportRestart(restart, target, stop),
          stop,
        }),
      )
      children.push(child)
    }

    const [otelcol] = await waitForAll([
      timePhase(phases, 'find collector', '', () => obtainCollector(root, config, stop)),
      timePhase(phases, 'build', '', () => buildApp(root, { ...(dev && { only: 'otel' }), signal: stop })),
    ])
    stop.throwIfAborted()
    const places: StackPaths = { root, otelcol, dev }
    const onDamagedQueue = (file: DamagedQueueReport) => {
      process.stderr.write(`  ${describeDamagedQueue(file)}\n`)
      void reportDamagedQueue(file, target, stop)
    }
    const { engine, collector, desk, isAccepting } = childOptions(config, places)

    if (config.clickhouse.embedded) await start(engine, `ClickHouse interface ${config.clickhouse.url}, embedded`)
    stop.throwIfAborted()
    await waitForAll([
      (async () => {
        const backup = await timePhase(phases, 'schema', '', () =>
          runSchema(config, places, () => pids.get('engine'), stop),
        )
        if (backup !== undefined) printLine(`  The schema was upgraded. What the database was before: ${backup}`)
        if (!config.clickhouse.embedded) await checkUsers(config, stop)
        stop.throwIfAborted()
        await start(collector(onDamagedQueue), `OTLP/HTTP ${config.otlp.httpPort}, gRPC ${config.otlp.grpcPort}`)
      })(),
      start(desk, config.desk.url),
    ])
    if (!isAccepting()) printLine('  The disk is nearly full: the Collector sends its queue before it accepts data.')
    while (!isAccepting()) await wait(200, undefined, { signal: stop })
    stop.throwIfAborted()
    await timePhase(phases, 'first span', 'browser and server pipelines are open', () =>
      sendStartTrace(
        {
          ...target,
          deskUrl: config.desk.url,
          deskHeaders: authorizationOf(config),
          logFiles: ['collector', ...(config.clickhouse.embedded ? ['engine'] : [])].map(name =>
            join(config.dataDir, 'logs', `${name}.log`),
          ),
          phases,
          starts: () => starts,
        },
        stop,
      ),
    )
    announce(config)
    await waitForAbort(stop)
    printLine('\nStopping…')
  } finally {
    // In reverse order; the engine last, when nothing writes any more.
    for (const name of ['desk', 'collector', 'engine']) await children.find(child => child.name === name)?.stop()
    disk[Symbol.dispose]()
    lock.release()
    if (stop.aborted) printLine('Stopped. No accepted data is lost: the queue is sent at the next start.')
  }
}

/** Who may send: tokens for the Collector, and its certificate for what this process sends. */
function prepareReceiver(config: Config, stop: AbortSignal): void {
  const { tokensFile, tls, host, sendsTokensInClear } = config.otlp
  const say = (line: string) => process.stderr.write(`  ${line}\n`)
  for (const [setting, file] of [
    ['ERRATA_OTLP_TLS_CERT', tls?.certFile],
    ['ERRATA_OTLP_TLS_KEY', tls?.keyFile],
  ] as const) {
    try {
      if (file !== undefined) accessSync(file, constants.R_OK)
    } catch (error) {
      throw new StartError(`${setting}=${file} cannot be read (${error instanceof Error ? error.message : error}).`)
    }
  }
  trustReceiver(config.otlp)
  if (tokensFile !== '') keepSenderTokens({ file: tokensFile, copy: tokensCopy(config), say }, stop)
  if (sendsTokensInClear)
    say(
      `Tokens of senders cross the network unencrypted: ERRATA_OTLP_HOST=${host} without ERRATA_OTLP_TLS_CERT. Use TLS here or in a proxy.`,
    )
}

/** Like Promise.all, but waits for all promises before it fails, so that no started process is left behind. */
async function waitForAll<T extends unknown[]>(work: [...{ [K in keyof T]: Promise<T[K]> }]): Promise<T> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

async function timePhase<T>(phases: StartPhase[], name: string, detail: string, work: () => Promise<T>): Promise<T> {
  const fromMs = performance.timeOrigin + performance.now()
  const result = await work()
  const toMs = performance.timeOrigin + performance.now()
  phases.push({ name, fromMs, toMs })
  printLine(`  ${name.padEnd(14)} ${((toMs - fromMs) / 1000).toFixed(1).padStart(5)} s  ${detail}`.trimEnd())
  return result
}

function announce(config: Config): void {
  const { desk, otlp, lab, clickhouse, dataDir } = config
  const lines = [
    `App    ${desk.url}`,
    ...(lab.enabled ? [`Lab    ${desk.url}/lab    triggers every kind of failure`] : []),
    `OTLP   ${otlp.url} (HTTP), ${otlp.grpcAddress} (gRPC)`,
    ...(clickhouse.embedded
      ? [`SQL    ${clickhouse.url}, user errata_reader, password in ${passwordFile(config, 'errata_reader')}`]
      : []),
    `Data   ${dataDir}`,
  ]
  printLine(`\n${lines.join('\n')}\n\nReady. Ctrl-C stops everything.`)
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
