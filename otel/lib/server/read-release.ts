import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The release that the Vite plugin wrote beside the server's build, below the working folder. '' where there is none.
 *
 * @throws {Error} When the file is there and holds something else.
 */
export function readRelease(serverBuild = 'build/server'): string {
  const file = join(process.cwd(), serverBuild, 'errata-release.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
  const written: unknown = JSON.parse(text)
  if (typeof written !== 'object' || written === null) throw new Error(`${file} holds no release`)
  return 'release' in written && typeof written.release === 'string' ? written.release : ''
}
