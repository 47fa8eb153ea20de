import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { posix } from './describe-map.ts'

/** A comment of the last lines: one in the middle of a bundle came with a library, and no browser reads it. */
const mapComment = /^\s*\/[/*][#@]\s*sourceMappingURL=/

/**
 * Looks through everything that is served for source maps and for scripts and styles that name one.
 *
 * @returns Paths below `served`: what the build wrote, and what the app's author put into the public folder, which is served as it is.
 */
export function servedMaps(served: string, publicDir: string): { ofBuild: string[]; ofPublicDir: string[] } {
  const ofBuild: string[] = []
  const ofPublicDir: string[] = []
  if (!existsSync(served)) return { ofBuild, ofPublicDir }
  for (const path of readdirSync(served, { recursive: true, encoding: 'utf8' })) {
    const file = join(served, path)
    const isMap = path.endsWith('.map') && readFileSync(file, 'utf8').includes('"mappings"') // not the map of a game
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
