import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { freePorts } from '../free-ports.ts'
import { poll } from '../poll.ts'
import type { Docker } from './docker.ts'
import { type CommandOptions, type CommandResult, runCommand, tryCommand } from './run-command.ts'

/** Absolute path of the clone. */
export const CLONE_DIR = dirname(dirname(import.meta.dirname))

export interface ComposePorts {
  readonly desk: number
  readonly labOrigin: number
  readonly grpc: number
  readonly http: number
  readonly metrics: number
}

/** An unchanged compose file under its own project name and ports. */
export interface ComposeProject {
  readonly name: string
  readonly docker: Docker
  readonly ports: ComposePorts
  readonly deskUrl: string
  /** Runs `docker compose …`, which must succeed. */
  compose(args: readonly string[], options?: CommandOptions): Promise<string>
  /** The same without settings, as after a clone. */
  composeWithDefaults(args: readonly string[]): Promise<CommandResult>
  /** Starts `docker compose …` in its own process group without waiting for it. */
  spawnCompose(args: readonly string[]): ChildProcess
  /** The last log lines of each service, without the Collector's routine lines. */
  lastLogLines(): Promise<string>
  /** Every container of the project, including stopped ones. */
  listContainers(): Promise<ComposeContainer[]>
}

const container = z.object({
  ID: z.string(),
  Service: z.string(),
  State: z.string(),
  Health: z.string(),
  ExitCode: z.number(),
})
export type ComposeContainer = z.infer<typeof container>

/** Settings in the environment would change the file's meaning. */
const unset = Object.fromEntries(
  Object.keys(process.env)
    .filter(name => /^(ERRATA|CLICKHOUSE|OTEL|COMPOSE)_/.test(name))
    .map(name => [name, undefined]),
)

export interface ComposeFiles {
  /** From the root; the second only changes what a stand-in needs. */
  readonly files: readonly [string, ...string[]]
  /** Settings besides ports. */
  readonly settings: Readonly<Record<string, string>>
}

/** The file for development, with the login of the stand-in for ClickHouse, which has its own users: this one has all rights, as in the official image. */
const development: ComposeFiles = { files: ['docker-compose.yml'], settings: { CLICKHOUSE_USER: 'errata_admin' } }

export async function openComposeProject(
  docker: Docker,
  [program, ...first]: readonly [string, ...string[]],
  { files, settings: given }: ComposeFiles = development,
): Promise<ComposeProject> {
  const identity = createHash('sha256')
    .update(CLONE_DIR)
    .update(files === development.files ? '' : files.join())
  const name = `errata-test-${identity.digest('hex').slice(0, 8)}`
  const [desk = 0, labOrigin = 0, grpc = 0, http = 0, metrics = 0] = await freePorts(5)
  const settings = {
    ERRATA_PORT: String(desk),
    ERRATA_LAB_ORIGIN_PORT: String(labOrigin),
    ERRATA_OTLP_GRPC_PORT: String(grpc),
    ERRATA_OTLP_HTTP_PORT: String(http),
    ERRATA_OTELCOL_METRICS_PORT: String(metrics),
  }
  const named = files.flatMap(each => ['--file', join(CLONE_DIR, each)])
  const file = [...named, '--env-file', '/dev/null', '--progress', 'plain']
  const whole = [...first, ...file, '--project-name', name]
  const env = { ...unset, ...docker.env, ...given, ...settings }

  return {
    name,
    docker,
    ports: { desk, labOrigin, grpc, http, metrics },
    deskUrl: `http://127.0.0.1:${desk}`,
    compose: (args, options = {}) => runCommand(program, [...whole, ...args], { ...options, env }),
    composeWithDefaults: args =>
      tryCommand(program, [...first, ...file, ...args], { env: { ...unset, ...docker.env } }),
    spawnCompose: args =>
      spawn(program, [...whole, ...args], { env: { ...process.env, ...env }, stdio: 'ignore', detached: true }),
    async lastLogLines() {
      const logs = await runCommand(program, [...whole, 'logs', '--no-color', '--tail', '20'], { env })
      return logs
        .split('\n')
        .filter(line => !line.includes('\tinfo\t'))
        .join('\n')
    },
    async listContainers() {
      // Compose inspects each container after listing all, and fails if one has been removed meanwhile.
      const { ok, stdout, output } = await poll(
        () => tryCommand(program, [...whole, 'ps', '--all', '--format', 'json'], { env }),
        answer => answer.ok || !answer.output.includes('No such container'),
      )
      if (!ok) throw new Error(`docker compose ps failed:\n${output}`)
      return stdout
        .split('\n')
        .filter(line => line !== '')
        .map(line => container.parse(JSON.parse(line)))
    },
  }
}
