import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const fileName = 'errata-release.json'
const { argv } = process

/**
 * The folder of the running app's server build: below the working folder, or else below a folder that contains a file with which the
 * process was started. Undefined if there is none.
 */
export function findServerBuild(cwd = process.cwd(), files: readonly string[] = argv.slice(1)): string | undefined {
  const started = files.map(file => dirname(resolve(cwd, file)))
  const folders = [
    join(cwd, 'build/server'),
    ...started,
    ...started.flatMap(ancestorFolders).map(at => join(at, 'build/server')),
  ]
  return folders.find(folder => existsSync(join(folder, fileName)))
}

function ancestorFolders(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestorFolders(parent)]
}

/**
 * The release that the Vite plugin wrote beside the server's build. '' if there is none.
 *
 * @throws {Error} If the file exists with other content.
 */
export function readRelease(serverBuild = findServerBuild()): string {
  if (serverBuild === undefined) return ''
  const file = join(serverBuild, fileName)
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof written !== 'object' || written === null) throw new Error(`${file} has no release`)
  return 'release' in written && typeof written.release === 'string' ? written.release : ''
}
