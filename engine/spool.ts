import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EngineError } from './error-reply.ts'

/** Files with the rows of inserts that are under way. chDB reads rows safely from files only (docs/decisions/0002). */
export interface Spool {
  readonly dir: string
  /**
   * Writes everything that the streams bring, in order, to a new file.
   *
   * @throws {EngineError} 243 when the disk is full or the cap of all bodies together is reached, 307 when this one is too large.
   */
  write(source: Readable, decoders: readonly Transform[]): Promise<SpooledFile>
}

/** Removed from the disk on disposal. */
export interface SpooledFile extends Disposable {
  readonly path: string
  readonly bytes: number
}

export interface SpoolLimits {
  /** Unpacked bytes of one body. */
  readonly maxBodyBytes: number
  /** Unpacked bytes of all bodies that are spooled at a time. */
  readonly maxSpooledBytes: number
}

/** Empties the folder of what a killed process left, and opens it. */
export function openSpool(dir: string, limits: SpoolLimits): Spool {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  for (const left of readdirSync(dir)) rmSync(join(dir, left), { recursive: true, force: true })
  let spooledBytes = 0
  let files = 0

  return {
    dir,
    async write(source, decoders) {
      const path = join(dir, `insert-${++files}`)
      let bytes = 0
      let removed = false
      const remove = () => {
        if (removed) return
        removed = true
        spooledBytes -= bytes
        rmSync(path, { force: true })
      }
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length
          spooledBytes += chunk.length
          if (bytes > limits.maxBodyBytes) done(tooLarge(limits.maxBodyBytes))
          else if (spooledBytes > limits.maxSpooledBytes) done(tooMuch(limits.maxSpooledBytes))
          else done(null, chunk)
        },
      })
      try {
        await pipeline([source, ...decoders, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 })])
        return { path, bytes, [Symbol.dispose]: remove }
      } catch (error) {
        remove()
        throw asEngineError(error)
      }
    },
  }
}

function tooMuch(bytes: number): EngineError {
  return new EngineError(
    202,
    'TOO_MANY_SIMULTANEOUS_QUERIES',
    `Inserts that are under way hold ${bytes} bytes, which is all that the engine spools at a time: try again`,
  )
}

function tooLarge(bytes: number): EngineError {
  return new EngineError(
    307,
    'TOO_MANY_BYTES',
    `The rows of one insert may have ${bytes} bytes unpacked: send smaller batches`,
    {
      status: 413,
    },
  )
}

function asEngineError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new EngineError(
      243,
      'NOT_ENOUGH_SPACE',
      'No space left on the disk of the data folder: nothing was inserted',
      {
        cause: error,
      },
    )
  }
  if (typeof error.code === 'string' && /^(Z_|ERR_.*BROTLI|ERR__ERROR|ZSTD_)/.test(error.code)) {
    return new EngineError(354, 'ZLIB_INFLATE_FAILED', `The body cannot be unpacked: ${error.message}`, {
      cause: error,
      status: 400,
    })
  }
  return error
}
