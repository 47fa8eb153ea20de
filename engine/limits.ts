import { totalmem } from 'node:os'

const MIB = 1_048_576

/** Bytes of memory that all statements, merges and caches together may use. */
export const MAX_ENGINE_MEMORY_BYTES = clamp(totalmem() * 0.4, 768 * MIB, 4096 * MIB)
/** Bytes of memory of one statement. */
export const MAX_STATEMENT_MEMORY_BYTES = Math.floor(MAX_ENGINE_MEMORY_BYTES * 0.6)
/** Unpacked bytes of the rows of one insert. */
export const MAX_INSERT_BYTES = 256 * MIB
/** Unpacked bytes of all inserts that are under way. */
export const MAX_SPOOLED_BYTES = 1024 * MIB
/** Bytes of a body that holds a statement, its inline rows included. Kept small because it is cut into tokens. */
export const MAX_STATEMENT_BYTES = 4 * MIB
/** Characters of a statement without its inline rows. */
export const MAX_QUERY_LENGTH = 1 * MIB
/** Statements that run at a time, inserts with rows aside. */
export const STATEMENT_PLACES = 16
/** Inserts with rows that run at a time. */
export const INSERT_PLACES = 8
/** Statements that wait for a place; inserts have as many places to wait in. */
export const MAX_WAITING = 256
/** How long running statements may take to end after SIGTERM. */
export const DRAIN_MS = 10_000
/** How long killed statements may take after that. */
export const LAST_RESORT_MS = 5_000

function clamp(value: number, least: number, most: number): number {
  return Math.floor(Math.min(Math.max(value, least), most))
}
