import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClickHouseLibrary } from './library.ts'
import { STATEMENT_DRAIN_MS } from './limits.ts'
import { StartError } from './start-error.ts'
import { watchServer } from './watch-server.ts'

export interface ServerOptions {
  readonly clickhouseDir: string
  readonly configFile: string
  /** A named pipe, from which ClickHouse reads its statements after its configuration. */
  readonly statementsPipe: string
  readonly host: string
  readonly port: number
  /** 0 for none. */
  readonly nativePort: number
  readonly admin: { readonly user: string; readonly password: string }
}

export interface RunningServer {
  readonly url: string
  /** Tells whether statements can read this file. */
  canRead(file: string): Promise<boolean>
  /** Settles with the exit code when ClickHouse has ended or must be ended: 0 after `stop`. */
  readonly ended: Promise<number>
  /** Lets running statements end for {@link STATEMENT_DRAIN_MS}, kills the rest and closes the data folder. */
  stop(): Promise<void>
}

/**
 * clickhouse-local listens only while a statement runs, so this one waits for three years. It looks for the statement's progress once a
 * minute and not ten times a second.
 */
const WAITING_STATEMENT =
  'SELECT sleepEachRow(1) FROM numbers(100000000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0, max_execution_time = 0, interactive_delay = 60000000 FORMAT Null'
/** Statements of clients; the process's own statement has no user. */
const COUNT_CLIENT_STATEMENTS = "SELECT count() FROM system.processes WHERE user NOT IN ('', 'errata_admin')"
const ASK_DEADLINE_MS = 5_000
/** ClickHouse ends when its last connection closes, which may take an hour for a keep-alive one. Acknowledged data is stored by then. */
const CLOSE_MS = 1_000

/**
 * Starts ClickHouse on its data folder and waits until it accepts queries.
 *
 * @param configured is called when ClickHouse has read its configuration, before it listens.
 * @throws {StartError} If it ends before; it prints the reason to stderr.
 */
export async function runServer(
  library: ClickHouseLibrary,
  options: ServerOptions,
  configured: () => void,
): Promise<RunningServer> {
  const { clickhouseDir, configFile, statementsPipe, host, port, nativePort } = options
  let stopping = false
  const closed = Promise.withResolvers<number>()
  const ended = library.run([
    `--path=${clickhouseDir}`,
    `--config-file=${configFile}`,
    `--listen_host=${host}`,
    `--http_port=${port}`,
    ...(nativePort === 0 ? [] : [`--tcp_port=${nativePort}`]),
    // Exempts the process's own session from the limit that refuses all other statements of `default` (usersConfig).
    '--max_concurrent_queries_for_all_users=0',
    `--queries-file=${statementsPipe}`,
  ])
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
  const early = ended.then(() => {
    throw new StartError(
      `ClickHouse cannot serve ${clickhouseDir}, for the reason printed above; if another process has it open, stop that one or give each its own --data-dir`,
    )
  })
  const serve = async () => {
    const pipe = await openForWriting(statementsPipe)
    configured()
    writeSync(pipe, `SYSTEM START LISTEN HTTP; ${WAITING_STATEMENT}`)
    closeSync(pipe)
    await waitUntilServing(url, options)
  }
  await Promise.race([early, serve()]).finally(configured)
  // From now on the caller waits for `ended`.
  early.catch(() => undefined)
  if (nativePort !== 0) await queryAsAdmin(url, options, 'SYSTEM START LISTEN TCP')

  watchServer(
    body => queryAsAdmin(url, options, body),
    what => {
      process.stderr.write(`engine: ClickHouse ${what}\n`)
      closed.resolve(1)
    },
  )

  const stop = async () => {
    if (stopping) return
    stopping = true
    const deadlineMs = performance.now() + STATEMENT_DRAIN_MS
    while (performance.now() < deadlineMs && (await queryAsAdmin(url, options, COUNT_CLIENT_STATEMENTS)) !== '0')
      await wait(50)
    await queryAsAdmin(url, options, "KILL QUERY WHERE user NOT IN ('', 'errata_admin') ASYNC")
    await queryAsAdmin(url, options, "KILL QUERY WHERE user = '' ASYNC")
    await Promise.race([ended, wait(CLOSE_MS)])
    closed.resolve(0)
  }
  const canRead = async (file: string) =>
    (await queryAsAdmin(url, options, `SELECT file('${file.replaceAll(/['\\]/g, '\\$&')}', '') != ''`)) === '1'
  return { url, canRead, ended: Promise.race([closed.promise, ended.then(() => (stopping ? 0 : 1))]), stop }
}

/** Waits until another thread reads from a named pipe. */
async function openForWriting(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENXIO')) throw error
      await wait(2)
    }
  }
}

/** Waits until the waiting statement runs; then `default` can run no other (usersConfig). */
async function waitUntilServing(url: string, options: ServerOptions): Promise<void> {
  const waits = "SELECT count() FROM system.processes WHERE user = '' AND query LIKE 'SELECT sleepEachRow%'"
  while ((await queryAsAdmin(url, options, waits)) !== '1') await wait(20)
}

/** @returns the response of ClickHouse; `undefined` without one. */
async function queryAsAdmin(url: string, { admin }: ServerOptions, body: string): Promise<string | undefined> {
  const headers = { 'x-clickhouse-user': admin.user, 'x-clickhouse-key': admin.password, connection: 'close' }
  try {
    const response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(ASK_DEADLINE_MS) })
    const text = await response.text()
    return response.ok ? text.trim() : undefined
  } catch {
    return undefined // Nothing listens yet, or it is too busy: the caller retries or ends the process.
  }
}
