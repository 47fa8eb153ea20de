import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { posix } from './describe-map.ts'

/** A comment in the last lines: one in the middle of a bundle came with a library, and browsers ignore it. */
const mapComment = /^\s*\/[/*][#@]\s*sourceMappingURL=/

/**
 * Searches the served folder for source maps, and for scripts and styles that refer to one.
 *
 * @returns Paths below `served`: those of the build, and those that the app's author put into the public folder, which is served as it is.
 */
export function servedMaps(served: string, publicDir: string): { ofBuild: string[]; ofPublicDir: string[] } {
  const ofBuild: string[] = []
  const ofPublicDir: string[] = []
  if (!existsSync(served)) return { ofBuild, ofPublicDir }
  for (const path of readdirSync(served, { recursive: true, encoding: 'utf8' })) {
    const file = join(served, path)
    const isMap = path.endsWith('.map') && readFileSync(file, 'utf8').includes('"mappings"') // a map of another kind
    if (!isMap && !(/\.(?:[cm]?js|css)$/.test(path) && namesMap(file))) continue
    const list = publicDir !== '' && existsSync(join(publicDir, path)) ? ofPublicDir : ofBuild
    list.push(posix(path))
  }
  return { ofBuild, ofPublicDir }
}

const namesMap = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(-5)
    .some(line => mapComment.test(line))
