import type { ServerResponse } from 'node:http'
import type { Database } from './chdb.ts'
import type { FreeSpace } from './free-space.ts'
import type { StatementLimits } from './prepare-connection.ts'
import type { Slots } from './slots.ts'
import type { Spool } from './spool.ts'
import type { Authenticate } from './users.ts'

/** What a running engine consists of. */
export interface Parts {
  readonly database: Database
  readonly authenticate: Authenticate
  readonly spool: Spool
  readonly freeSpace: FreeSpace
  /** Places for statements; the value is the named pipe that a result streams through. */
  readonly statementSlots: Slots<string>
  /** Places for inserts with rows, so that slow queries never hold up telemetry. */
  readonly insertSlots: Slots<number>
  readonly limits: StatementLimits
}

/** Where an answer goes. */
export interface Caller {
  readonly res: ServerResponse
  /** Aborts when the client closes the connection before it has its answer. */
  readonly gone: AbortSignal
}
