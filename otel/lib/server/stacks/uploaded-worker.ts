import { parentPort, workerData } from 'node:worker_threads'
import { lruCache } from './lru-cache.ts'
import { type KeptMap, parseMap } from './map-cache.ts'
import { type MappedStack, mapStack } from './map-stack.ts'

/** The JSON of a map in UTF-8, in pieces, each of which is all of its buffer: they are handed over, and empty afterwards. */
export type MapBytes = readonly Uint8Array<ArrayBuffer>[]

export interface UploadedRequest {
  readonly id: number
  readonly texts: readonly string[]
  /** Which map each script has, as the stacks name it; '' for one of the app's own without a map. */
  readonly keys: ReadonlyMap<string, string>
  /** Maps that were missing, by key; undefined for one that cannot be had. */
  readonly maps: ReadonlyMap<string, MapBytes | undefined>
}

export interface UploadedReply {
  readonly id: number
  /** One for each requested text; empty if a map is missing. */
  readonly stacks: readonly MappedStack[]
  /** Keys of maps to send along. */
  readonly missing: readonly string[]
}

/** The thread that decodes, parses and asks maps which come as bytes, and keeps those used last. */
const { cacheBytes }: { readonly cacheBytes: number } = workerData
const cachedMaps = lruCache<KeptMap>(cacheBytes)

parentPort?.on('message', ({ id, texts, keys, maps }: UploadedRequest) => {
  const sent = new Map([...maps].map(([key, pieces]) => [key, read(pieces)]))
  const wanted = new Set([...keys.values()].filter(key => key !== ''))
  const known = new Map([...wanted].map(key => [key, sent.get(key) ?? cachedMaps.get(key)]))
  const missing = [...wanted].filter(key => known.get(key) === undefined)
  const mapOf = (file: string) => {
    const key = keys.get(file)
    return key === undefined ? 'foreign' : (known.get(key)?.map ?? 'own')
  }
  const stacks = missing.length > 0 ? [] : texts.map(text => mapStack(text, mapOf))
  for (const [key, entry] of known) if (entry !== undefined) cachedMaps.set(key, entry)
  const reply: UploadedReply = { id, stacks, missing }
  parentPort?.postMessage(reply)
})

function read(pieces: MapBytes | undefined): KeptMap {
  try {
    if (pieces !== undefined) return parseMap(Buffer.concat(pieces).toString())
  } catch {
    // The uploaded file is not a map: its frames stay unmapped.
  }
  return { map: undefined, bytes: 0 }
}
