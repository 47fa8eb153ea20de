import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it, unless they exist. Node's `recursive` never returns below /proc, where a folder that exists says that
 * there is none in which to create another.
 *
 * @throws {Error} With the code of the system: ENOENT, EACCES, ENOTDIR, …
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
