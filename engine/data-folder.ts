import { globSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Below this ClickHouse is not even tried: it would leave empty files behind. */
const LEAST_FREE_BYTES = 16 * 1_048_576

/**
 * Makes the data folder at the first start, and looks for what would keep ClickHouse from opening it.
 *
 * @returns where ClickHouse keeps its files.
 * @throws {StartError} With a sentence for each reason that can be told apart.
 */
export function prepareDataFolder(dataDir: string): string {
  const clickhouseDir = join(dataDir, 'chdb')
  mkdirSync(clickhouseDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < LEAST_FREE_BYTES) throw full(dataDir)
  refuseEmptyDescriptions(clickhouseDir)
  return clickhouseDir
}

/** @returns the sentence for a fault of the file system, or what was given. */
export function explainFileFault(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(`no right to write in ${dataDir}: change its owner, or choose another folder`, {
        cause: error,
      })
    case 'ENOSPC':
    case 'EDQUOT':
      return full(dataDir)
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(`${dataDir} is not a folder: choose another one`, { cause: error })
    default:
      return error
  }
}

const full = (dataDir: string) => new StartError(`the disk of ${dataDir} is full: free some space and start again`)

/** ClickHouse refuses to start over such a file, with a syntax error. */
function refuseEmptyDescriptions(clickhouseDir: string): void {
  const descriptions = globSync(['metadata/*.sql', 'store/*/*/*.sql'], { cwd: clickhouseDir })
  const empty = descriptions.map(name => join(clickhouseDir, name)).find(file => statSync(file).size === 0)
  if (empty === undefined) return
  throw new StartError(
    `${empty} describes a table and is empty, as a full disk or a power cut leaves it: remove that file to give the table up, and start again`,
  )
}
