import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { BackupError } from './database.ts'

/**
 * Moves an archive to where somebody wants it, readable by its owner alone.
 *
 * @throws {BackupError} If there is a file already.
 */
export function moveArchive(path: string, file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} is there already: choose another name, or remove it.`)
  try {
    renameSync(path, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    const draft = `${file}.${process.pid}`
    try {
      copyFileSync(path, draft, constants.COPYFILE_EXCL)
      renameSync(draft, file)
    } finally {
      rmSync(draft, { force: true })
    }
    rmSync(path, { force: true })
  }
  chmodSync(file, 0o600)
}
