import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { DiskNotice } from './disk-notice.ts'
import { openLogFile } from './log-file.ts'
import type { RestartReport } from './report-restart.ts'
import { type ProcessWatchOptions, watchProcess } from './watch-process.ts'

export interface ChildOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** All output of the process is appended here. */
  readonly logFile: string
  /** True for the app, whose log lines are shown on the console. */
  readonly onConsole?: boolean
  /** Settles when the process is ready; rejects if it will not be. */
  readonly ready: (signal: AbortSignal) => Promise<void>
  /** Creates the watch of one run: a process that is unhealthy for too long is restarted. */
  readonly watch?: () => ProcessWatchOptions
  /**
   * Runs before each start, and stops when the signal is aborted.
   *
   * @returns additions to the environment and the arguments of this start
   */
  readonly beforeStart?: (signal: AbortSignal) => Promise<ExtraStartOptions>
  /** How long a stop may take before the process is killed. */
  readonly stopDeadlineMs: number
}

/** Additions to the environment and arguments of one start. */
export interface ExtraStartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

export interface ChildProcessHandle {
  readonly name: string
  stop(): Promise<void>
}

export interface SupervisionCallbacks {
  /** Prints a line to the console. */
  readonly say: (line: string) => void
  /** Notified when the log file cannot be written. */
  readonly disk: Pick<DiskNotice, 'fails' | 'works'>
  /** Called with the current process id of the child; undefined while it does not run. */
  readonly onPid: (pid: number | undefined) => void
  /** Called for each restart, once the process is ready again. */
  readonly onRestart: (restart: RestartReport) => void
  /** Aborts the first start; a started child is stopped by its `stop`. */
  readonly stop: AbortSignal
}

/** Why a process did not start: its own last lines. */
export class ChildStartError extends Error {
  override readonly name = 'ChildStartError'
  /** True if a signal ended it, such as that of a system without memory, and not the process itself. */
  readonly wasKilled: boolean

  constructor(message: string, { wasKilled = false, ...options }: ErrorOptions & { wasKilled?: boolean } = {}) {
    super(message, options)
    this.wasKilled = wasKilled
  }
}

const minBackoffMs = 500
const maxBackoffMs = 30_000
/** A run this long counts as healthy and resets the back-off. */
const healthyMs = 60_000
const readyDeadlineMs = 60_000
/** How long an unhealthy process may take to end cleanly. */
const unhealthyStopDeadlineMs = 5_000

const runningChildren = new Set<ChildProcess>()

/** Kills all children at once, for a user who does not wait for a clean stop. */
export function killChildren(): void {
  for (const child of runningChildren) child.kill('SIGKILL')
}

/**
 * Starts a process, waits until it is ready, and restarts it whenever it ends or is unhealthy, with a back-off of up to 30 s.
 *
 * @throws {ChildStartError} When the first start fails, or is killed twice. Later failures are logged and retried.
 */
export async function startChild(
  options: ChildOptions,
  supervision: SupervisionCallbacks,
): Promise<ChildProcessHandle> {
  const { say } = supervision
  const stopping = new AbortController()
  let run = await startOnce(options, supervision).catch(error => {
    if (!(error instanceof ChildStartError && error.wasKilled) || supervision.stop.aborted) throw error
    say(`${options.name} was killed during its start: starting it again`)
    return startOnce(options, supervision)
  })

  const supervised = (async () => {
    let backoffMs = minBackoffMs
    while (!stopping.signal.aborted) {
      const startedMs = performance.now()
      const endedRun = run
      const { exit, failure } = await untilExit(endedRun, options, stopping.signal, say)
      const endedMs = Date.now()
      let why = `ended (${exit})`
      if (performance.now() - startedMs > healthyMs) backoffMs = minBackoffMs
      for (let started = false; !started && !stopping.signal.aborted; ) {
        say(`${options.name} ${why}; restarting in ${backoffMs / 1000} s. Log: ${options.logFile}`)
        await wait(backoffMs, undefined, { signal: stopping.signal }).catch(ignoreAbort)
        backoffMs = Math.min(backoffMs * 2, maxBackoffMs)
        if (stopping.signal.aborted) return
        try {
          run = await startOnce(options, { ...supervision, stop: stopping.signal })
          started = true
          say(`${options.name} is back`)
          const reason = failure ?? `ended (${exit})${findExitReason(endedRun.lastLines(), options.name)}`
          supervision.onRestart({ name: options.name, reason, endedMs })
        } catch (error) {
          why = `did not start (${error instanceof Error ? error.message : String(error)})`
        }
      }
    }
  })()

  return {
    name: options.name,
    async stop() {
      stopping.abort()
      await endProcess(run.process, options.stopDeadlineMs)
      await supervised
    },
  }
}

interface Run {
  readonly process: ChildProcess
  /** Settles with how the process ended: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>
  /** The last lines of its stderr. */
  readonly lastLines: () => string
}

/** A process that ends itself prints `name: reason` on stderr. */
function findExitReason(lines: string, name: string): string {
  const line = lines.split('\n').findLast(line => line.startsWith(`${name}: `))
  return line === undefined ? '' : line.slice(name.length)
}

/** @returns how the run ended, and the failure for which it was ended, if any. */
async function untilExit(
  run: Run,
  { name, watch }: ChildOptions,
  stopping: AbortSignal,
  say: SupervisionCallbacks['say'],
): Promise<{ readonly exit: string; readonly failure?: string | undefined }> {
  if (watch === undefined) return { exit: await run.ended }
  const over = new AbortController()
  const watching = watchProcess(watch(), AbortSignal.any([stopping, over.signal])).then(async failure => {
    if (failure === undefined) return undefined
    say(`${name} ${failure}: ending it`)
    await endProcess(run.process, unhealthyStopDeadlineMs)
    return failure
  })
  const exit = await run.ended
  over.abort()
  return { exit, failure: await watching }
}

async function startOnce(
  options: ChildOptions,
  { stop, onPid, disk }: Omit<SupervisionCallbacks, 'say' | 'onRestart'>,
): Promise<Run> {
  const { env, args = [] } = (await options.beforeStart?.(stop)) ?? {}
  stop.throwIfAborted()
  // Its own process group: Ctrl-C in the terminal reaches only the stack, which stops its children in the right order.
  const child = spawn(options.command, [...options.args, ...args], {
    cwd: options.cwd,
    env: { ...options.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  runningChildren.add(child)
  const lastLines = keepLog(child, options, disk)
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => {
      runningChildren.delete(child)
      onPid(undefined)
      resolve(signal ?? `exit code ${code}`)
    })
  })
  onPid(child.pid)
  const gaveUp = new AbortController()
  const signal = AbortSignal.any([stop, gaveUp.signal, AbortSignal.timeout(readyDeadlineMs)])
  try {
    const early = ended.then(exit => {
      const told = `${options.name} ended before it was ready (${exit}): see ${options.logFile} for why, then start again`
      const wasKilled = child.signalCode !== null
      throw new ChildStartError([lastLines(), told].filter(text => text !== '').join('\n'), { wasKilled })
    })
    await Promise.race([options.ready(signal), early])
  } catch (error) {
    await endProcess(child, options.stopDeadlineMs)
    if (error instanceof ChildStartError) throw error
    throw new ChildStartError(
      `${options.name} was not ready within ${readyDeadlineMs / 1000} s. Its log: ${options.logFile}`,
      {
        cause: error,
      },
    )
  } finally {
    gaveUp.abort()
  }
  return { process: child, ended, lastLines }
}

/** Appends both streams to the log file. The returned function gives the last lines of stderr: why it did not start. */
function keepLog(
  child: ChildProcess,
  { logFile, onConsole = false }: ChildOptions,
  disk: SupervisionCallbacks['disk'],
): () => string {
  const file = openLogFile(logFile, disk)
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', line => {
      file.write(line)
      if (onConsole) process.stdout.write(`${line}\n`)
      if (stream === child.stderr) last.push(line)
      if (last.length > 3) last.shift()
    })
  }
  child.once('close', () => file.end())
  return () => last.join('\n')
}

async function endProcess(child: ChildProcess, deadlineMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  await exited
  clearTimeout(timer)
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}
