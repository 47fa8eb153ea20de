import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { instrumentationScope } from '../instrumentation-scope.ts'
import type { FunctionTable } from '../maps/function-table.ts'

/** Function tables by the text of their source, in a file that outlives the build: reading them anew took a sixth of a build's time. */
export interface FunctionCache {
  /** The table of a source, with its language before it; null for one that cannot be parsed. */
  get(source: string, read: () => FunctionTable | null): FunctionTable | null
  /** Writes the file if there is anything new. */
  save(): void
}

type Tables = Readonly<Record<string, FunctionTable | null>>

/** Beyond this, only what this build has used is kept. */
const maxTables = 20_000

/** @param file Whatever it contains, or cannot be written, a build works: it is only slower. */
export function openFunctionCache(file: string): FunctionCache {
  // Another version may read other functions.
  const { version } = instrumentationScope
  const known = new Map<string, FunctionTable | null>(Object.entries(readTables(file, version)))
  const used = new Set<string>()
  let isNew = false
  return {
    get(source, read) {
      const key = createHash('sha256').update(source).digest('base64')
      used.add(key)
      const table = known.get(key)
      if (table !== undefined) return table
      const fresh = read()
      known.set(key, fresh)
      isNew = true
      return fresh
    },
    save() {
      if (!isNew) return
      isNew = false
      const kept = [...known].filter(([key]) => known.size <= maxTables || used.has(key))
      writeWhole(file, JSON.stringify({ version, tables: Object.fromEntries(kept) }))
    },
  }
}

function readTables(file: string, version: string): Tables {
  try {
    const written: { version: string; tables: Tables } = JSON.parse(readFileSync(file, 'utf8'))
    return written.version === version ? written.tables : {}
  } catch {
    return {} // none yet, or one that was not written by us
  }
}

/** Two builds at a time may write it. */
function writeWhole(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const part = `${file}.${process.pid}`
    writeFileSync(part, text)
    renameSync(part, file)
  } catch {
    // A read-only or full disk.
  }
}
