import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './chdb.ts'
import type { Connections } from './connections.ts'
import { DRAIN_MS, LAST_RESORT_MS } from './limits.ts'

/**
 * Ends the process when told to: takes no more connections, lets what runs end for {@link DRAIN_MS}, then leaves the
 * clients, which kills their queries, and closes the folder. What resists even that dies as in a crash, and a crash loses
 * nothing that was acknowledged.
 */
export function drainOnSignal(server: Server, database: Database, connections: Connections): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Not process.exit: it waits for threads, and one that writes into a pipe which nobody reads never ends.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), DRAIN_MS + LAST_RESORT_MS).unref()
    const closed = once(server, 'close')
    server.close()
    server.closeIdleConnections()
    await Promise.race([closed, delay(DRAIN_MS)])
    server.closeAllConnections()
    await closed
    connections.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
