import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { type EngineArguments, parseEngineArguments } from './arguments.ts'
import { confine, lockPipes } from './confine.ts'
import { emptyFolder, prepareDataFolder, toStartError } from './data-folder.ts'
import { type ClickHouseLibrary, openLibrary } from './library.ts'
import { runServer } from './server.ts'
import { serverConfig } from './server-config.ts'
import { nextEndMs, readSqlUsers } from './sql-users.ts'
import { StartError } from './start-error.ts'
import { type PasswordsByUser, readOrCreatePasswords } from './users.ts'

const CHECK_USERS_MS = 30_000

/** Runs ClickHouse's own server on a data folder until SIGTERM or SIGINT. */
let end: (code: number) => void = code => process.exit(code)
try {
  const args = parseEngineArguments(process.argv.slice(2))
  const library = await openLibrary()
  // exit() would wait for threads of ClickHouse that wait for connections.
  end = code => library.call('_exit', code)
  end(await runEngine(library, args))
} catch (error) {
  const why = error instanceof StartError ? error.message : `cannot start: ${String(error)}`
  process.stderr.write(`engine: ${why}\n`)
  end(1)
}

/** @returns the exit code, once the engine has ended. */
async function runEngine(library: ClickHouseLibrary, args: EngineArguments): Promise<number> {
  const dataDir = resolve(args.dataDir)
  const { clickhouseDir, startDir, passwords, configFile, endMs } = prepare(args, dataDir)
  const statementsPipe = join(startDir, 'statements')
  library.call('mkfifo', statementsPipe, 0o600)
  const fault = args.sandbox === 'off' ? 'it is off' : findFault(() => confine(library, [clickhouseDir, startDir]))
  if (fault !== undefined && args.sandbox === 'required') throw new StartError(`cannot confine ClickHouse: ${fault}`)
  const port = await reservePort(args.host, args.port)
  const { host, nativePort } = args
  const admin = { user: 'errata_admin', password: passwords.errata_admin }
  const options = { clickhouseDir, configFile, statementsPipe, host, port, nativePort, admin }
  // The files that ClickHouse reads at its start contain the passwords, and statements could read them.
  const server = await runServer(library, options, () => emptyFolder(startDir))
  if (fault === undefined) lockPipes()
  if (await server.canRead(join(dataDir, 'passwords', admin.user))) {
    const why = fault ?? 'a thread was there before'
    process.stderr.write(`engine: SQL users can read and create files outside ${clickhouseDir}: ${why}\n`)
    if (args.sandbox === 'required') return 1
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void server.stop())
  // The supervisor starts it again, without the user whose time is over.
  const usersTimer = setInterval(() => {
    if (Date.now() < endMs) return
    clearInterval(usersTimer)
    process.stderr.write('engine: the time of a SQL user is over: starting again without it\n')
    void server.stop()
  }, CHECK_USERS_MS)
  process.stdout.write(`engine ready on ${server.url}\n`)
  return server.ended
}

function findFault(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @throws {StartError} With a sentence for each known problem of the folder. */
function prepare(args: EngineArguments, dataDir: string) {
  const startDir = join(dataDir, 'start')
  const configFile = join(startDir, 'config.xml')
  try {
    const clickhouseDir = prepareDataFolder(dataDir)
    mkdirSync(startDir, { recursive: true, mode: 0o700 })
    emptyFolder(startDir)
    const added = join(dataDir, 'config.d')
    if (existsSync(added)) cpSync(added, join(startDir, 'config.d'), { recursive: true, dereference: true })
    const passwords: PasswordsByUser = readOrCreatePasswords(dataDir)
    const sqlUsers = readSqlUsers(dataDir, Date.now(), fault => process.stderr.write(`engine: ${fault}\n`))
    const config = serverConfig({ ...args, file: configFile, clickhouseDir, passwords, sqlUsers })
    writeFileSync(configFile, config, { mode: 0o600 })
    return { clickhouseDir, startDir, passwords, configFile, endMs: nextEndMs(sqlUsers) }
  } catch (error) {
    throw toStartError(dataDir, error)
  }
}

/**
 * Checks that a port is free, because ClickHouse's own message does not name the port.
 *
 * @returns the port, or a free one for 0.
 */
async function reservePort(host: string, port: number): Promise<number> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(listenFault(error, host, port), { cause: error })
  }
  const { port: found } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return found
}

function listenFault(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return `port ${port} on ${host} is taken: stop what listens there, or choose another port (ERRATA_ENGINE_PORT)`
  }
  if (code === 'EACCES') return `no right to listen on port ${port}: choose one above 1023 (ERRATA_ENGINE_PORT)`
  return `cannot listen on ${host} port ${port} (${String(code)}): choose an address of this machine`
}
