import { availableParallelism, totalmem } from 'node:os'
import type { User } from './users.ts'

const MIB = 1_048_576

/** Bytes of memory that all statements, merges and caches together may use, as chDB counts them. */
export const MAX_ENGINE_MEMORY_BYTES = clamp(totalmem() * 0.4, 768 * MIB, 4096 * MIB)
/** Unpacked bytes of the rows of one insert. */
export const MAX_INSERT_BYTES = 256 * MIB
/** Unpacked bytes of all inserts that are under way. */
export const MAX_SPOOLED_BYTES = 1024 * MIB
/** Inserts with rows that run at a time, whoever sends them. */
export const INSERT_PLACES = 8
/** Statements of one user that are judged at a time. */
export const JUDGE_PLACES = 2
/** Inserts, and statements to be judged, that wait for a place. */
export const MAX_WAITING = 256
/** Bytes that sorting and grouping on the disk leave free there. */
export const KEPT_FROM_SPILLING_BYTES = 1024 * MIB
/** How long running statements may take to end after SIGTERM. */
export const DRAIN_MS = 10_000
/** How long killed statements may take after that. */
export const LAST_RESORT_MS = 5_000

/** Which places a statement takes. `brief` are a reader's statements that read no table, which heavy ones must not hold up. */
export type Lane = User | 'brief'

/** What the statements of a lane may use, inserts with rows aside. */
export interface Share {
  /** Statements that run at a time, and that wait for a place. */
  readonly places: number
  readonly maxWaiting: number
  /** Bytes of a body that holds a statement, its inline rows and parameters included. Kept small because it is cut into tokens. */
  readonly maxBodyBytes: number
  /** Characters of a statement without its inline rows. */
  readonly maxQueryLength: number
  /** Bytes of memory of one statement. */
  readonly maxMemoryBytes: number
  /** Bytes of one statement on the disk, for sorting and grouping what does not fit into memory. */
  readonly maxSpillBytes: number
  /** Processors that one statement may keep busy. */
  readonly maxThreads: number
  /** From a statement's arrival to the last byte of its answer. */
  readonly deadlineMs: number
  /** How long a client may take nothing of an answer that waits for it. */
  readonly idleMs: number
}

/** @param readerDeadlineMs How long a statement of those may take who only read, from its arrival to the last byte of its answer. */
export function sharesOf(readerDeadlineMs: number): Readonly<Record<Lane, Share>> {
  const cores = availableParallelism()
  const reader: Share = {
    places: clamp(cores, 2, 4),
    maxWaiting: 64,
    maxBodyBytes: MIB,
    maxQueryLength: 256 * 1024,
    maxMemoryBytes: part(1 / 8),
    maxSpillBytes: 1024 * MIB,
    maxThreads: Math.max(1, Math.floor(cores / 2)),
    deadlineMs: readerDeadlineMs,
    idleMs: readerDeadlineMs / 4,
  }
  return {
    reader,
    brief: { ...reader, places: 2, deadlineMs: readerDeadlineMs / 6 },
    desk: { ...reader, places: 8, maxWaiting: 256, maxMemoryBytes: part(0.4), maxThreads: cores },
    // Whoever has this password may do as he likes for as long as he likes.
    writer: {
      places: 6,
      maxWaiting: 256,
      maxBodyBytes: 4 * MIB,
      maxQueryLength: MIB,
      maxMemoryBytes: part(0.6),
      maxSpillBytes: 4096 * MIB,
      maxThreads: cores,
      deadlineMs: Number.POSITIVE_INFINITY,
      idleMs: Number.POSITIVE_INFINITY,
    },
  }
}

function part(ratio: number): number {
  return Math.floor(MAX_ENGINE_MEMORY_BYTES * ratio)
}

function clamp(value: number, least: number, most: number): number {
  return Math.floor(Math.min(Math.max(value, least), most))
}
