import type { ServerResponse } from 'node:http'
import type { Database } from './chdb.ts'
import type { Connections } from './connections.ts'
import type { FreeSpace } from './free-space.ts'
import type { Lane, Share } from './limits.ts'
import type { Slots } from './slots.ts'
import type { Spool } from './spool.ts'
import type { Authenticate, User } from './users.ts'

/** What a running engine consists of. */
export interface Parts {
  readonly database: Database
  readonly connections: Connections
  readonly authenticate: Authenticate
  readonly spool: Spool
  readonly shares: Readonly<Record<Lane, Share>>
  readonly freeSpace: FreeSpace
  /** Places for statements, so that nobody holds up anybody else; the value is the named pipe that a result streams through. */
  readonly statementSlots: Readonly<Record<Lane, Slots<string>>>
  /** Places in which statements are judged that were not judged before. */
  readonly judgeSlots: Readonly<Record<User, Slots<number>>>
  /** Places for inserts with rows, so that slow queries never hold up telemetry. */
  readonly insertSlots: Slots<number>
}

/** Where an answer goes. */
export interface Caller {
  readonly res: ServerResponse
  /** Aborts when the client closes the connection before it has its answer. */
  readonly gone: AbortSignal
  /** Call when the client has given a password. */
  readonly known: () => void
}
