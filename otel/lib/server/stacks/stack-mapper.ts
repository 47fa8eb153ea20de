import { existsSync } from 'node:fs'
import { diagnoseOnce } from '../../guard.ts'
import { processWide } from '../../process-wide.ts'
import { askedThread } from './asked-thread.ts'
import type { StackTeller } from './map-lookup.ts'
import type { MappedStack } from './map-stack.ts'
import type { MapReply, MapRequest, WorkerSettings } from './map-worker.ts'

/** Why stacks stay as they were told. */
export type UnmappedReason = 'no_map' | 'deadline' | 'budget' | 'failed'

export interface StackMapper {
  /** Maps texts in another thread. Never rejects, and takes no longer than the deadline. */
  map(texts: readonly string[], teller: StackTeller): Promise<readonly MappedStack[] | UnmappedReason>
}

export interface StackMapperOptions {
  /** Folder of the maps, as the Vite plugin writes it. */
  readonly archive: string
  /** Milliseconds that a stack may wait. Default 5000. */
  readonly deadlineMs?: number | undefined
  /** Share of one core that mapping may take, and how many milliseconds of it may be saved up. Default 0.2 and 2000. */
  readonly budget?: { readonly share: number; readonly savedMs: number }
  /** Told of each stack that stays as it was for another reason than that there is no map. */
  readonly recordUnmapped?: (count: number, reason: UnmappedReason) => void
}

/** Beside this file, as it is built or, in a test, as it is written. */
const workerFile = new URL(import.meta.url.replace(/stack-mapper(\.[jt]s).*$/, 'map-worker$1'))
const cacheBytes = 256 * 1024 * 1024
const maxFileBytes = 64 * 1024 * 1024
const maxWaiting = 64
const restMsAfterFailure = 10_000
const leastMsBetweenLooks = 5_000

/** The process's mapper: the relay and the recorder of exceptions share its thread and its budget. */
export const processMapper = processWide<StackMapper>('stack-mapper', 'map')

/**
 * Maps stacks in a thread that is started by the first exception and ends when a minute passed without one, with its memory. What it takes is
 * bounded: a flood of errors beyond the budget goes on as it was told.
 */
export function stackMapper(options: StackMapperOptions): StackMapper {
  const { archive, deadlineMs = 5_000, budget = { share: 0.2, savedMs: 2_000 }, recordUnmapped } = options
  const spend = tokenBucket(budget)
  let restsUntilMs = 0
  let hasArchive = false
  let lookedMs = Number.NEGATIVE_INFINITY

  const isThere = () => {
    if (hasArchive || performance.now() - lookedMs < leastMsBetweenLooks) return hasArchive
    lookedMs = performance.now()
    hasArchive = existsSync(archive)
    return hasArchive
  }

  const workerData: WorkerSettings = { archive, startedAtMs: Date.now(), cacheBytes, maxFileBytes }
  const thread = askedThread<Omit<MapRequest, 'id'>, MapReply>({
    file: workerFile,
    workerData,
    onReply: ({ busyMs }) => spend(busyMs),
    onEnd(error) {
      if (error === undefined) return
      restsUntilMs = performance.now() + restMsAfterFailure
      diagnoseOnce('thread that maps stacks', error)
    },
  })

  return {
    async map(texts, teller) {
      if (!isThere()) return 'no_map'
      const refuse = (reason: UnmappedReason) => {
        recordUnmapped?.(texts.length, reason)
        return reason
      }
      if (thread.waiting() >= maxWaiting || spend(0) <= 0) return refuse('budget')
      if (performance.now() < restsUntilMs) return refuse('failed')
      const reply = await thread.ask({ texts, teller }, deadlineMs)
      return typeof reply === 'string' ? refuse(reply) : reply.stacks
    },
  }
}

/** @returns Takes milliseconds from what was saved up, into debt if need be, and tells what is left. */
function tokenBucket({ share, savedMs }: { readonly share: number; readonly savedMs: number }): (ms: number) => number {
  let left = savedMs
  let atMs = performance.now()
  return ms => {
    const nowMs = performance.now()
    left = Math.min(savedMs, left + (nowMs - atMs) * share) - ms
    atMs = nowMs
    return left
  }
}
