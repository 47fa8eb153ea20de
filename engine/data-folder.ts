import { globSync, lstatSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { makeFolder } from '../supervisor/make-folder.ts'
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
  makeFolder(clickhouseDir, 0o700)
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < MIN_FREE_BYTES) throw new StartError(fullDisk(dataDir))
  moveEmptyDefinitionsAside(dataDir, clickhouseDir)
  return clickhouseDir
}

/** Removes what is in a folder, but not the folder. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
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
    ...sentence(['ENOENT'], `no folder can be created at ${dataDir}: choose another one`),
  ])
  const known = error instanceof Error && 'code' in error ? sentences.get(String(error.code)) : undefined
  return known === undefined ? error : new StartError(known, { cause: error })
}

const fullDisk = (dataDir: string) => `the disk of ${dataDir} is full: free some space and start again`

/**
 * ClickHouse does not start with an empty definition: it reports a syntax error. A full disk and a power cut leave such files. Where a table
 * or a database has data, somebody has to decide what becomes of it; other files are moved aside.
 */
function moveEmptyDefinitionsAside(dataDir: string, clickhouseDir: string): void {
  const definitions = globSync(['metadata/*.sql', 'store/*/*/*.sql'], { cwd: clickhouseDir })
  for (const name of definitions.filter(each => statSync(join(clickhouseDir, each)).size === 0)) {
    const file = join(clickhouseDir, name)
    if (hasData(clickhouseDir, name)) {
      throw new StartError(
        `${file} defines a table and is empty, as after a full disk or a power cut: delete that file to give up the table, and start again`,
      )
    }
    const aside = join(dataDir, 'moved-aside', name.replaceAll('/', '_'))
    makeFolder(dirname(aside), 0o700)
    renameSync(file, aside)
    process.stderr.write(`engine: ${file} was empty, as after a full disk or a power cut, and is now ${aside}\n`)
  }
}

/** Databases and tables with data have a link to it, named after them. */
function hasData(clickhouseDir: string, definition: string): boolean {
  const { dir, name } = parse(definition)
  const links = globSync(dir === 'metadata' ? `metadata/${name}` : `data/*/${name}`, { cwd: clickhouseDir })
  return links.some(link => lstatSync(join(clickhouseDir, link)).isSymbolicLink())
}
