import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const fileName = 'errata-release.json'
const { argv } = process

/**
 * The folder into which the running app's server was built: below the working folder, else where a file lies that the process was started with,
 * or below one of the folders above it. Undefined where there is none.
 */
export function findServerBuild(cwd = process.cwd(), files: readonly string[] = argv.slice(1)): string | undefined {
  const started = files.map(file => dirname(resolve(cwd, file)))
  const folders = [join(cwd, 'build/server'), ...started, ...started.flatMap(above).map(at => join(at, 'build/server'))]
  return folders.find(folder => existsSync(join(folder, fileName)))
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
}

/**
 * The release that the Vite plugin wrote beside the server's build. '' where there is none.
 *
 * @throws {Error} When the file is there and holds something else.
 */
export function readRelease(serverBuild = findServerBuild()): string {
  if (serverBuild === undefined) return ''
  const file = join(serverBuild, fileName)
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof written !== 'object' || written === null) throw new Error(`${file} holds no release`)
  return 'release' in written && typeof written.release === 'string' ? written.release : ''
}
