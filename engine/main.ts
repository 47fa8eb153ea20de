import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { type EngineArguments, parseEngineArguments } from './arguments.ts'
import { prepareDataFolder, toStartError } from './data-folder.ts'
import { openLibrary } from './library.ts'
import { runServer } from './server.ts'
import { serverConfig } from './server-config.ts'
import { StartError } from './start-error.ts'
import { type PasswordsByUser, readOrCreatePasswords } from './users.ts'

/** Runs ClickHouse's own server on a data folder until SIGTERM or SIGINT. */
try {
  await start(parseEngineArguments(process.argv.slice(2)))
} catch (error) {
  const why = error instanceof StartError ? error.message : `cannot start: ${String(error)}`
  process.stderr.write(`engine: ${why}\n`)
  process.exit(1)
}

async function start(args: EngineArguments): Promise<void> {
  const library = await openLibrary()
  const { clickhouseDir, passwords, configFile } = prepare(args, resolve(args.dataDir))
  const port = await reservePort(args.host, args.port)
  const { host, nativePort } = args
  const admin = { user: 'errata_admin', password: passwords.errata_admin }
  // The configuration contains the passwords, and ClickHouse reads it only once.
  const server = await runServer(library, { clickhouseDir, configFile, host, port, nativePort, admin }).finally(() =>
    rmSync(configFile, { force: true }),
  )
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void server.stop())
  process.stdout.write(`engine ready on ${server.url}\n`)
  library.exit(await server.ended)
}

/** @throws {StartError} With a sentence for each known problem of the folder. */
function prepare(args: EngineArguments, dataDir: string) {
  const configFile = join(dataDir, 'config.xml')
  try {
    const clickhouseDir = prepareDataFolder(dataDir)
    const passwords: PasswordsByUser = readOrCreatePasswords(dataDir)
    const config = serverConfig({ ...args, file: configFile, passwords })
    rmSync(configFile, { force: true })
    writeFileSync(configFile, config, { mode: 0o600 })
    return { clickhouseDir, passwords, configFile }
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
