import type { MappedStack } from './map-stack.ts'
import type { MapBytes, UploadedReply, UploadedRequest } from './uploaded-worker.ts'
import { workerClient } from './worker-client.ts'

export type { FrameSource, MappedStack } from './map-stack.ts'
export { originalType } from './original-type.ts'
export type { MapBytes } from './uploaded-worker.ts'

/** Access to uploaded maps. */
export interface UploadedMaps {
  /** Which map each script has, as the stacks name it: '' for one of the app's own without a map; others are not the app's. */
  readonly keys: ReadonlyMap<string, string>
  /** Reads a map; undefined for one that is gone or too large. */
  read(key: string): Promise<MapBytes | undefined>
}

export interface UploadedMapper extends AsyncDisposable {
  /**
   * Maps stacks in another thread.
   *
   * @returns As many as texts; `undefined` when it took longer than the deadline, or the thread failed: the stacks stay as they are.
   * @throws What `maps.read` throws.
   */
  map(texts: readonly string[], maps: UploadedMaps): Promise<readonly MappedStack[] | undefined>
}

interface UploadedMapperOptions {
  /** Milliseconds that a page waits. Default 5000. */
  readonly deadlineMs?: number
  /** Bytes of memory, estimated, of all maps that are kept. Default 256 MiB. */
  readonly cacheBytes?: number
}

/** Beside this file, as it is built or, in a test, as it is written. */
const workerFile = new URL(import.meta.url.replace(/uploaded-mapper(\.[jt]s).*$/, 'uploaded-worker$1'))
const maxMaps = 32
const maxRounds = 3

/**
 * Maps stacks with maps that come as bytes, each decoded and parsed once while it is in use, in the thread: here a large one would hold up
 * whatever else is served. The thread is started by the first stack and ends, with its memory, when a minute passed without one. Held by
 * uploaded-mapper.test.ts.
 */
export function uploadedMapper({
  deadlineMs = 5_000,
  cacheBytes = 268_435_456,
}: UploadedMapperOptions = {}): UploadedMapper {
  const thread = workerClient<Omit<UploadedRequest, 'id'>, UploadedReply>({
    file: workerFile,
    workerData: { cacheBytes },
  })

  return {
    async map(texts, { keys, read }) {
      const untilMs = performance.now() + deadlineMs
      const missing = new Set<string>()
      // Repeated if maps of another page have replaced one meanwhile.
      for (let round = 0; round < maxRounds; round++) {
        const maps = new Map<string, MapBytes | undefined>()
        // One after the other: all of them at once may be more than there is memory for.
        for (const key of missing) maps.set(key, maps.size < maxMaps ? await read(key) : undefined)
        const handedOver = [...maps.values()].flatMap(pieces => pieces?.map(({ buffer }) => buffer) ?? [])
        const reply = await thread.request({ texts, keys, maps }, Math.max(0, untilMs - performance.now()), handedOver)
        if (typeof reply === 'string') return undefined
        if (reply.missing.length === 0) return reply.stacks
        for (const key of reply.missing) missing.add(key)
      }
      return undefined
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
