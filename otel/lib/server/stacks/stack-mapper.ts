import { existsSync } from 'node:fs'
import { diagnoseOnce } from '../../guard.ts'
import { processWide } from '../../process-wide.ts'
import type { StackOrigin } from './map-lookup.ts'
import type { MappedStack } from './map-stack.ts'
import type { MapReply, MapRequest, WorkerSettings } from './map-worker.ts'
import { workerClient } from './worker-client.ts'

/** Why stack traces were not mapped. */
export type UnmappedReason = 'no_map' | 'deadline' | 'budget' | 'failed'

export interface StackMapper {
  /** Maps stack traces in another thread. Never rejects, and takes at most the deadline. */
  map(texts: readonly string[], reporter: StackOrigin): Promise<readonly MappedStack[] | UnmappedReason>
}

export interface StackMapperOptions {
  /** Folder of the maps, as the Vite plugin writes it. */
  readonly archive: string
  /** Milliseconds that a stack trace may wait. Default 5000. */
  readonly deadlineMs?: number | undefined
  /** Share of one core for mapping, and the unused milliseconds that are kept for later. Default 0.2 and 2000. */
  readonly budget?: { readonly share: number; readonly savedMs: number }
  /** Called for stack traces that were not mapped although there may be a map. */
  readonly recordUnmapped?: (count: number, reason: UnmappedReason) => void
}

/** Beside this file: `.js` if built, `.ts` in tests. */
const workerFile = new URL(import.meta.url.replace(/stack-mapper(\.[jt]s).*$/, 'map-worker$1'))
const cacheBytes = 256 * 1024 * 1024
const maxFileBytes = 64 * 1024 * 1024
const maxPending = 64
const pauseMsAfterFailure = 10_000
const minMsBetweenChecks = 5_000

/** The mapper of this process: the relay and the exception recorder share its thread and its budget. */
export const processMapper = processWide<StackMapper>('stack-mapper', 'map')

/**
 * Maps stack traces in a worker thread, which the first exception starts and which is terminated after a minute without one. Its processor
 * time is bounded: stack traces beyond the budget are sent unmapped.
 */
export function stackMapper(options: StackMapperOptions): StackMapper {
  const { archive, deadlineMs = 5_000, budget = { share: 0.2, savedMs: 2_000 }, recordUnmapped } = options
  const spend = tokenBucket(budget)
  let pausedUntilMs = 0
  let hasArchive = false
  let checkedMs = Number.NEGATIVE_INFINITY

  const archiveExists = () => {
    if (hasArchive || performance.now() - checkedMs < minMsBetweenChecks) return hasArchive
    checkedMs = performance.now()
    hasArchive = existsSync(archive)
    return hasArchive
  }

  const workerData: WorkerSettings = { archive, startedAtMs: Date.now(), cacheBytes, maxFileBytes }
  const thread = workerClient<Omit<MapRequest, 'id'>, MapReply>({
    file: workerFile,
    workerData,
    onReply: ({ busyMs }) => spend(busyMs),
    onExit(error) {
      if (error === undefined) return
      pausedUntilMs = performance.now() + pauseMsAfterFailure
      diagnoseOnce('thread that maps stacks', error)
    },
  })

  return {
    async map(texts, reporter) {
      if (!archiveExists()) return 'no_map'
      const refuse = (reason: UnmappedReason) => {
        recordUnmapped?.(texts.length, reason)
        return reason
      }
      if (thread.pending() >= maxPending || spend(0) <= 0) return refuse('budget')
      if (performance.now() < pausedUntilMs) return refuse('failed')
      const reply = await thread.request({ texts, reporter }, deadlineMs)
      return typeof reply === 'string' ? refuse(reply) : reply.stacks
    },
  }
}

/** @returns A function that spends milliseconds of the budget, which may become negative, and returns what is left. */
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
