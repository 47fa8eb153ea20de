import './thread-pool.ts'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { type EngineArguments, readArguments } from './arguments.ts'
import { createConnections } from './connections.ts'
import { openDataFolder, orSentence } from './data-folder.ts'
import { drainOnSignal } from './drain.ts'
import { makeFifos } from './fifo.ts'
import { watchFreeSpace } from './free-space.ts'
import { createHttpServer } from './http-server.ts'
import * as limits from './limits.ts'
import type { Parts } from './parts.ts'
import { createSlots } from './slots.ts'
import { openSpool } from './spool.ts'
import { StartError } from './start-error.ts'
import { openUsers } from './users.ts'

try {
  await start(readArguments(process.argv.slice(2)))
} catch (error) {
  const known = error instanceof StartError
  process.stderr.write(
    `engine: ${known ? error.message : `cannot start, for an unforeseen reason: ${String(error)}`}\n`,
  )
  process.exit(1)
}

async function start(args: EngineArguments): Promise<void> {
  const dataDir = resolve(args.dataDir)
  // First of all, because the lock on the folder is what makes it safe to empty the spool.
  const database = await openDataFolder(dataDir)
  const shares = limits.sharesOf(args.readerSeconds * 1000)
  const { users, spool, slots } = await orSentence(dataDir, () => {
    const spool = openSpool(join(dataDir, 'spool'), {
      maxBodyBytes: limits.MAX_INSERT_BYTES,
      maxSpooledBytes: limits.MAX_SPOOLED_BYTES,
    })
    return { users: openUsers(dataDir), spool, slots: makeSlots(spool.dir, shares) }
  })
  const connections = createConnections(database)
  const server = createHttpServer(
    {
      database,
      connections,
      authenticate: users,
      spool,
      shares,
      freeSpace: watchFreeSpace(dataDir),
      statementSlots: slots,
      judgeSlots: { reader: judges(), desk: judges(), writer: judges() },
      insertSlots: createSlots([...Array(limits.INSERT_PLACES).keys()], limits.MAX_WAITING),
    },
    args,
  )
  const url = await listen(server, args)
  drainOnSignal(server, database, connections)
  process.stdout.write(`engine ready on ${url}\n`)
}

/** Every lane has pipes of its own. */
function makeSlots(dir: string, shares: Parts['shares']): Parts['statementSlots'] {
  const lane = (name: limits.Lane) => {
    const { places, maxWaiting } = shares[name]
    return createSlots(makeFifos(dir, name, places), maxWaiting)
  }
  return { reader: lane('reader'), brief: lane('brief'), desk: lane('desk'), writer: lane('writer') }
}

function judges() {
  return createSlots([...Array(limits.JUDGE_PLACES).keys()], limits.MAX_WAITING)
}

async function listen(server: Server, { host, port }: EngineArguments): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(listenFault(error, host, port), { cause: error })
  }
  return addressUrl(server.address())
}

function listenFault(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return `port ${port} on ${host} is taken: stop what listens there, or choose another port (ERRATA_ENGINE_PORT)`
  }
  if (code === 'EACCES') return `no right to listen on port ${port}: choose one above 1023 (ERRATA_ENGINE_PORT)`
  return `cannot listen on ${host} port ${port} (${String(code)}): choose an address of this machine`
}

function addressUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return String(address)
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
