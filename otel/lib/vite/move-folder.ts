import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Moves a folder to a place, replacing what is there. */
export function moveFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    cpSync(from, to, { recursive: true }) // another file system, such as a mounted cache folder
    rmSync(from, { recursive: true })
  }
}
