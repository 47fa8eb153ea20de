import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createEngineQuery, type EngineQuery } from '../engine/query-engine.ts'
import { copyReadyStore } from '../engine/ready-store.ts'
import { pathInsideProcess, smallDiskCommand } from '../engine/small-disk.ts'
import { addDiagnostic } from '../failure-diagnostics.ts'
import { freePorts } from '../free-ports.ts'

export interface RunningStack {
  readonly deskUrl: string
  readonly labOriginUrl: string
  readonly otlpUrl: string
  readonly otlpBrowserUrl: string
  readonly engineUrl: string
  readonly metricsUrl: string
  readonly dataDir: string
  /** The supervisor. */
  readonly process: ChildProcess
  /** Everything printed so far, line by line. */
  readonly lines: readonly string[]
  /** The running processes by name: engine, collector, desk. */
  pids(): Record<string, number>
  /** Queries the engine as the reader. */
  readonly query: EngineQuery
  /** Like Ctrl-C. Settles with the exit code when all processes have ended; keeps the data folder. */
  stop(): Promise<number | null>
  /** Stops, and removes the data folder unless it was given. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface StackOptions {
  readonly env?: Readonly<Record<string, string>>
  /** An existing data folder; without it the stack gets a new one, with the schema unless a command or a disk is given. */
  readonly dataDir?: string
  /** Puts the new data folder on a disk of this size, if {@link canMount}. */
  readonly diskMib?: number
  /** @default the script of `npm start`, without npm */
  readonly command?: readonly [string, ...string[]]
}

const root = join(import.meta.dirname, '../..')
const deadlineMs = 180_000

/**
 * Runs `npm start` with its own ports and data folder.
 *
 * @returns Once it has printed that it is ready.
 * @throws {Error} With its output if it ends or takes too long.
 */
export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'errata-stack-'))
  if ((options.dataDir ?? options.diskMib ?? options.command) === undefined)
    await copyReadyStore(join(folder, 'engine'))
  for (let tries = 1; ; tries++) {
    try {
      return await startOnFreePorts(options, folder)
    } catch (error) {
      // The ports are used only some time after they were found free, and something else may be faster.
      if (tries === 3 || !(error instanceof Error && error.message.includes(' is taken: '))) throw error
    }
  }
}

async function startOnFreePorts(options: StackOptions, folder: string): Promise<RunningStack> {
  const { env = {}, diskMib } = options
  const [desk, grpc, http, browser, engine, health, metrics, lab] = await freePorts(8)
  const command = options.command ?? [process.execPath, 'supervisor/run.mjs', 'start']
  const [file = '', ...args] = diskMib === undefined ? command : [...smallDiskCommand(folder, diskMib), ...command]
  const child = spawn(file, args, {
    cwd: root,
    env: {
      ...process.env,
      ERRATA_PORT: `${desk}`,
      ERRATA_OTLP_GRPC_PORT: `${grpc}`,
      ERRATA_OTLP_HTTP_PORT: `${http}`,
      ERRATA_OTLP_BROWSER_PORT: `${browser}`,
      ERRATA_ENGINE_PORT: `${engine}`,
      ERRATA_OTELCOL_HEALTH_PORT: `${health}`,
      ERRATA_OTELCOL_METRICS_PORT: `${metrics}`,
      ERRATA_LAB_ORIGIN_PORT: `${lab}`,
      ERRATA_DATA_DIR: folder,
      ERRATA_FILTER_ERROR_MODE: 'propagate',
      ERRATA_QUERY_SECONDS: '60',
      // Specs count only their own data.
      ERRATA_CANARY: '0',
      ERRATA_ALERTS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const dataDir = diskMib === undefined ? folder : pathInsideProcess(child.pid, folder)
  const lines: string[] = []
  await readiness(child, lines)

  child.once(
    'exit',
    addDiagnostic(() => lines.slice(-20).join('\n')),
  )

  const engineUrl = `http://127.0.0.1:${engine}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    }
    return child.exitCode
  }
  return {
    deskUrl: `http://127.0.0.1:${desk}`,
    labOriginUrl: `http://127.0.0.1:${lab}`,
    otlpUrl: `http://127.0.0.1:${http}`,
    otlpBrowserUrl: `http://127.0.0.1:${browser}`,
    engineUrl,
    metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    dataDir,
    process: child,
    lines,
    pids() {
      const { children }: { children: { name: string; pid: number }[] } = JSON.parse(
        readFileSync(join(dataDir, 'stack.json'), 'utf8'),
      )
      return Object.fromEntries(children.map(({ name, pid }) => [name, pid]))
    },
    query: createEngineQuery({ url: engineUrl, dataDir: join(dataDir, 'engine') }),
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      if (options.dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The system's Node, as on a fresh clone; ours if there is none. */
export function findSystemNode(): string {
  const ours = realpathSync(process.execPath)
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, 'node'))
  return candidates.find(file => existsSync(file) && realpathSync(file) !== ours) ?? process.execPath
}

function readiness(child: ChildProcess, lines: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (reason: string) => reject(new Error(`${reason}\n${lines.join('\n')}`))
    const timer = setTimeout(() => {
      child.kill('SIGTERM')
      give(`The stack was not ready within ${deadlineMs / 1000} s:`)
    }, deadlineMs)
    child.once('exit', code => give(`The stack ended with exit code ${code} before it was ready:`))
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', line => {
        lines.push(line)
        if (line.startsWith('Ready.')) {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })
}
