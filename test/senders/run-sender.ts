import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../free-ports.ts'

/** A sender that was started by its `run` file. */
export interface RunningSender extends AsyncDisposable {
  /** Of the first port. */
  readonly url: string
  /** Its exit code, once it has ended. */
  exitCode(): number | null
  /** The last 8,000 characters that it printed. */
  printed(): string
}

/** Exit code of `run` if something that it needs is not available; the last line that it printed says what. */
export const CANNOT_RUN = 77

export const sendersCache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'errata/senders')

/**
 * Starts a sender with two ports that it may use.
 *
 * @param endpoint of the OTLP receiver
 */
export async function runSender(name: string, folder: string, endpoint: string): Promise<RunningSender> {
  const [port = 0, otherPort] = await freePorts(2)
  let printed = ''
  const child = spawn('bash', ['run', `${port}`, `${otherPort}`], {
    cwd: folder,
    detached: true, // its own process group, to end all of it
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settingsOf(name, endpoint) },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => (printed = `${printed}${chunk}`.slice(-8_000)))
  const exited = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    exitCode: () => child.exitCode,
    printed: () => printed,
    async [Symbol.asyncDispose]() {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // It has ended, with all that it started.
      }
      await exited
    },
  }
}

/** @returns Why a sender cannot run here, by what it printed. */
export const reasonOf = (sender: RunningSender): string => sender.printed().trim().split('\n').at(-1) ?? ''

/** Settings of all SDKs; a sender's `run` adds its own. */
const settingsOf = (name: string, endpoint: string) => ({
  SENDER_CACHE: join(sendersCache, name),
  OTEL_SERVICE_NAME: name,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_BSP_SCHEDULE_DELAY: '200',
  OTEL_BLRP_SCHEDULE_DELAY: '200',
})
