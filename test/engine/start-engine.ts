import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { waitForProcess } from '../wait-for-process.ts'

/** URL of an engine, and its data folder, which has the passwords. */
export interface EngineLocation {
  readonly url: string
  readonly dataDir: string
}

/** Access to an engine. */
export interface EngineAccess extends EngineLocation {
  /** The administrator, with all rights. */
  readonly writer: EngineLogin
  readonly desk: EngineLogin
  /** Users who run SQL manually. */
  readonly reader: EngineLogin
  readonly collector: EngineLogin
  readonly schema: EngineLogin
  /** Build machines that upload source maps. */
  readonly maps: EngineLogin
  /** Sends one raw request, by default as the writer. */
  send(options: EngineRequest): Promise<EngineReply>
}

/** A running engine process of a test. */
export interface TestEngine extends EngineAccess, AsyncDisposable {
  readonly pid: number
  /** SIGTERM; waits until the process has ended. @returns its exit code. */
  stop(): Promise<number | null>
  /** SIGKILL. The folder stays; start again with `dataDir`. */
  kill(): void
}

export interface EngineLogin {
  readonly user: string
  readonly password: string
}

export interface EngineRequest {
  /** Body: a statement, or the rows of the INSERT in `query`. */
  readonly body?: string | Uint8Array
  /** Parameters of the URL. */
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: OutgoingHttpHeaders
  readonly method?: string
  readonly path?: string
  /** `nobody` sends no credentials. */
  readonly as?: 'writer' | 'desk' | 'reader' | 'collector' | 'schema' | 'maps' | 'nobody'
}

export interface EngineReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

export interface EngineOptions {
  /** Data folder to use; without it a new temporary one, removed on disposal. */
  readonly dataDir?: string
  /** More arguments for engine/main.ts. */
  readonly args?: readonly string[]
}

/**
 * Starts a real engine on a free port.
 *
 * @throws {Error} With its output if it ends or is not ready within two minutes.
 */
export async function startEngine(options: EngineOptions = {}): Promise<TestEngine> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'errata-engine-')))
  const { child, gone, ready, printed } = spawnEngine(['--data-dir', dataDir, '--port', '0', ...(options.args ?? [])])
  const url = await waitForProcess(ready, printed).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  if (url === undefined || child.pid === undefined) {
    throw new Error(`The engine did not start: ${(await gone).printed}`)
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    return (await gone).code
  }
  return {
    ...connectToEngine({ url, dataDir }),
    pid: child.pid,
    stop,
    kill: () => child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      await stop()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Access to a running engine. */
export function connectToEngine({ url, dataDir }: EngineLocation): EngineAccess {
  const logins = {
    writer: readEngineLogin(dataDir, 'errata_admin'),
    desk: readEngineLogin(dataDir, 'errata_desk'),
    reader: readEngineLogin(dataDir, 'errata_reader'),
    collector: readEngineLogin(dataDir, 'errata_collector'),
    schema: readEngineLogin(dataDir, 'errata_schema'),
    maps: readEngineLogin(dataDir, 'errata_maps'),
    nobody: undefined,
  }
  return { url, dataDir, ...logins, send: sending => sendEngineRequest(url, logins[sending.as ?? 'writer'], sending) }
}

/** A user of the engine with this data folder. */
export function readEngineLogin(dataDir: string, user: string): EngineLogin {
  return { user, password: readFileSync(join(dataDir, 'passwords', user), 'utf8').trim() }
}

/** An engine process that may fail to start. */
export interface SpawnedEngine {
  readonly child: ChildProcess
  /** The URL of the ready line; undefined when the process ended without one. */
  readonly ready: Promise<string | undefined>
  readonly gone: Promise<{ readonly code: number | null; readonly printed: string }>
  /** Its stderr so far. */
  printed(): string
}

/** @param prefix Command that runs the engine's command, such as `unshare`. */
export function spawnEngine(args: readonly string[], prefix: readonly string[] = []): SpawnedEngine {
  const [command = '', ...rest] = [
    ...prefix,
    process.execPath,
    join(import.meta.dirname, '../../engine/main.ts'),
    ...args,
  ]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (text: Buffer) => {
    printed += text
  })
  const gone = once(child, 'close').then(() => ({ code: child.exitCode, printed }))
  const line = new Promise<string>(resolve => {
    createInterface(child.stdout).on('line', text => {
      const url = /^engine ready on (http:\S+)$/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  return { child, gone, ready: Promise.race([line, gone.then(() => undefined)]), printed: () => printed }
}

/** Sends one raw request to an engine. */
export async function sendEngineRequest(
  url: string,
  user: EngineLogin | undefined,
  { body = '', query = {}, headers = {}, method = 'POST', path = '/' }: EngineRequest,
): Promise<EngineReply> {
  const login = user === undefined ? {} : { 'x-clickhouse-user': user.user, 'x-clickhouse-key': user.password }
  const target = new URL(`${path}?${new URLSearchParams(query)}`, url)
  const req = request(target, { method, headers: { ...login, ...headers }, agent: false })
  req.end(body)
  const [res] = await once(req, 'response')
  // The engine may reject a large body before it was sent completely, which fails the write. A truncated response fails by itself.
  req.on('error', () => undefined)
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return { status: res.statusCode, headers: res.headers, bytes, text: bytes.toString('utf8') }
}
