import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/**
 * Makes the named pipes through which results stream out of chDB: of any format, at the client's pace and with bounded
 * memory. What the addon itself offers copies a whole result on the main thread, or repeats headers for every chunk.
 *
 * @throws {StartError} When the system has no mkfifo or the folder cannot hold pipes.
 */
export function makeFifos(dir: string, name: string, count: number): string[] {
  const paths = Array.from({ length: count }, (_, i) => join(dir, `${name}-${i}`))
  try {
    execFileSync('mkfifo', ['-m', '600', ...paths], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    throw new StartError(`named pipes cannot be made in ${dir}: put the data folder on a file system that has them`, {
      cause: error,
    })
  }
  return paths
}

/** One use of a pipe. */
export interface FifoReading {
  readonly bytes: Socket
  /** Call when the writer is done, and not before: what is left in the pipe still comes, then the end. */
  finish(): void
}

/**
 * Opens the reading end. It also holds a writing end until `finish`, because without any writer a pipe looks ended
 * before the engine has opened it. Do not close `bytes` before something has come through it: an engine that opens a pipe
 * without a reader waits for ever and cannot be killed. Nor leave it unread: the same goes for one that writes into a full pipe.
 */
export function readFifo(path: string): FifoReading {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const keeper = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  return {
    bytes: new Socket({ fd: reader, readable: true, writable: false }),
    finish: () => closeSync(keeper),
  }
}
