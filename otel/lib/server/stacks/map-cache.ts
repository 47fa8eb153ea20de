import { readFileSync, statSync } from 'node:fs'
import { TraceMap } from '@jridgewell/trace-mapping'
import { type ClassNames, classesField } from '../../maps/class-names.ts'
import { type FunctionTable, functionsField } from '../../maps/function-table.ts'
import { lruCache } from './lru-cache.ts'

/** A parsed map. */
export interface ReadyMap {
  readonly trace: TraceMap
  readonly functions: readonly (FunctionTable | null)[]
  readonly classes: ClassNames
}

/** A map, or that there is none, and its size. */
export interface KeptMap {
  readonly map: ReadyMap | undefined
  /** Bytes of memory, estimated. */
  readonly bytes: number
}

export interface MapCacheBounds {
  /** Bytes of memory, estimated, of all maps that are kept. */
  readonly bytes: number
  /** Bytes of the largest file that is read. */
  readonly fileBytes: number
}

/**
 * Reads maps from files and keeps those used last.
 *
 * @returns `undefined` for a file that is gone, too large or no map.
 */
export function mapCache(bounds: MapCacheBounds): (file: string) => ReadyMap | undefined {
  const kept = lruCache<KeptMap>(bounds.bytes)
  return file => {
    const known = kept.get(file)
    if (known !== undefined) return known.map
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === undefined) return undefined
    const entry = size > bounds.fileBytes ? { map: undefined, bytes: 0 } : read(file)
    kept.set(file, entry)
    return entry.map
  }
}

/** Bytes that a character of `mappings` takes once it is decoded: 17.1 were measured with a map of 20 MB. */
const bytesPerMapping = 18

function read(file: string): KeptMap {
  try {
    return parseMap(readFileSync(file, 'utf8'))
  } catch {
    return { map: undefined, bytes: 0 } // no map: its frames stay as they are
  }
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

/** @throws {SyntaxError} For invalid JSON, and others for invalid maps. */
export function parseMap(text: string): { map: ReadyMap; bytes: number } {
  const parsed = JSON.parse(text)
  const { [functionsField]: functions = [], [classesField]: given } = parsed
  const classes = Object.fromEntries(Object.entries(given ?? {}).filter(isText))
  const bytes = text.length + String(parsed.mappings).length * bytesPerMapping
  return { map: { trace: new TraceMap(parsed), functions, classes }, bytes }
}
