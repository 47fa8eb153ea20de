import { globSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Below this ClickHouse is not started, because it would leave empty files behind. */
const MIN_FREE_BYTES = 16 * 1_048_576

/**
 * Creates the data folder at the first start, and checks for problems that would keep ClickHouse from opening it.
 *
 * @returns the folder of ClickHouse's files.
 * @throws {StartError} With one sentence about the reason.
 */
export function prepareDataFolder(dataDir: string): string {
  const clickhouseDir = join(dataDir, 'chdb')
  mkdirSync(clickhouseDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < MIN_FREE_BYTES) throw new StartError(fullDisk(dataDir))
  refuseEmptyDescriptions(clickhouseDir)
  return clickhouseDir
}

/** @returns a StartError for a known error of the file system, else the error itself. */
export function toStartError(dataDir: string, error: unknown): unknown {
  const sentence = (codes: string[], text: string) => codes.map((code): [string, string] => [code, text])
  const sentences = new Map([
    ...sentence(
      ['EACCES', 'EPERM', 'EROFS'],
      `no right to write in ${dataDir}: change its owner, or choose another folder`,
    ),
    ...sentence(['ENOSPC', 'EDQUOT'], fullDisk(dataDir)),
    ...sentence(['ENOTDIR', 'EEXIST'], `${dataDir} is not a folder: choose another one`),
  ])
  const known = error instanceof Error && 'code' in error ? sentences.get(String(error.code)) : undefined
  return known === undefined ? error : new StartError(known, { cause: error })
}

const fullDisk = (dataDir: string) => `the disk of ${dataDir} is full: free some space and start again`

/** ClickHouse does not start with such a file: it reports a syntax error. */
function refuseEmptyDescriptions(clickhouseDir: string): void {
  const descriptions = globSync(['metadata/*.sql', 'store/*/*/*.sql'], { cwd: clickhouseDir })
  const empty = descriptions.map(name => join(clickhouseDir, name)).find(file => statSync(file).size === 0)
  if (empty === undefined) return
  throw new StartError(
    `${empty} defines a table and is empty, as after a full disk or a power cut: delete that file to give up the table, and start again`,
  )
}
