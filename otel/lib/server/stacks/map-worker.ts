import { parentPort, workerData } from 'node:worker_threads'
import { mapCache } from './map-cache.ts'
import { mapLookup, type StackOrigin } from './map-lookup.ts'
import { type MappedStack, mapStack } from './map-stack.ts'

/** The settings of the mapper's thread. */
export interface WorkerSettings {
  readonly archive: string
  /** Unix milliseconds: a server's build that is newer is not the one that runs. */
  readonly startedAtMs: number
  readonly cacheBytes: number
  readonly maxFileBytes: number
}

export interface MapRequest {
  readonly id: number
  readonly texts: readonly string[]
  readonly reporter: StackOrigin
}

export interface MapReply {
  readonly id: number
  /** One for each requested text. */
  readonly stacks: readonly MappedStack[]
  /** Processor time that it took. */
  readonly busyMs: number
}

/** The worker thread that reads and parses source maps, so that requests are not delayed. */
const { archive, startedAtMs, cacheBytes, maxFileBytes }: WorkerSettings = workerData
const findMap = mapLookup(archive, build => build.builtAtMs <= startedAtMs)
const readCachedMap = mapCache({ bytes: cacheBytes, fileBytes: maxFileBytes })

/** Processor time of this thread; on a Node without that API, the elapsed time. */
function cpuTimeMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

parentPort?.on('message', ({ id, texts, reporter }: MapRequest) => {
  const startedMs = cpuTimeMs()
  const mapOf = (file: string) => {
    const found = findMap(file, reporter)
    return typeof found === 'string' ? found : (readCachedMap(found.mapFile) ?? 'own')
  }
  const stacks = texts.map(text => mapStack(text, mapOf))
  const reply: MapReply = { id, stacks, busyMs: cpuTimeMs() - startedMs }
  parentPort?.postMessage(reply)
})
