import type { Server } from 'node:http'
import type { Database } from './chdb.ts'
import { DRAIN_MS } from './limits.ts'

/**
 * Ends the process when told to: takes no more connections, lets what runs end, closes the folder. What still runs after
 * {@link DRAIN_MS} is left to die with the process, as in a crash; nothing acknowledged is lost by that.
 */
export function drainOnSignal(server: Server, database: Database): void {
  const stop = () => {
    server.close(() => {
      database.close()
      process.exit(0)
    })
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), DRAIN_MS)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
