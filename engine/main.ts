import './thread-pool.ts'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { readArguments } from './arguments.ts'
import { openDatabase } from './chdb.ts'
import { createHttpServer } from './http-server.ts'
import { openSpool } from './spool.ts'
import { StartError } from './start-error.ts'
import { openUsers } from './users.ts'

const MIB = 1_048_576

try {
  await start()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`engine: ${error.message}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const { dataDir: dir, port, host } = readArguments(process.argv.slice(2))
  const dataDir = resolve(dir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = openDatabase(join(dataDir, 'chdb'))
  const server = createHttpServer({
    database,
    authenticate: openUsers(dataDir),
    spool: openSpool(join(dataDir, 'spool'), { maxBodyBytes: 256 * MIB, maxSpooledBytes: 1024 * MIB }),
    limits: { maxMemoryBytes: 2048 * MIB },
  })
  server.listen(port, host)
  await once(server, 'listening')
  const stop = () => {
    server.close(() => {
      database.close()
      process.exit(0)
    })
    server.closeIdleConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(`engine ready on ${addressUrl(server.address())}\n`)
}

function addressUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return String(address)
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
