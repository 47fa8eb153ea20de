import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './start-error.ts'

const stampFile = 'build/.built-from'

/**
 * Builds otel/ and the desk when their sources are not those of the last build.
 *
 * @param only `otel` leaves the desk out: with `npm run dev` Vite serves it from the sources.
 * @returns True when something was built.
 * @throws {StartError} With the compiler's own words.
 */
export async function buildDesk(root: string, only?: 'otel'): Promise<boolean> {
  const file = join(root, only === 'otel' ? 'otel/dist/.built-from' : stampFile)
  const patterns = only === 'otel' ? ['otel/lib/**/*', 'otel/*.json'] : sources
  const wanted = fingerprint(root, patterns)
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return false
  const script = only === 'otel' ? ['run', 'build', '-w', 'otel'] : ['run', 'build']
  try {
    // A test runner sets another NODE_ENV, and then React's development build would be what visitors get.
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)('npm', script, { cwd: root, env, maxBuffer: 16 << 20 })
  } catch (error) {
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error
        ? `${error.stdout}${error.stderr}`
        : String(error)
    throw new StartError(`The build failed:\n${said}`)
  }
  writeFileSync(file, wanted)
  return true
}

const sources = [
  'app/**/*',
  'store/**/*',
  'otel/lib/**/*',
  'otel/*.json',
  'config.ts',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
]

function fingerprint(root: string, patterns: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: root, withFileTypes: true }).filter(entry => entry.isFile())
  for (const file of files.map(entry => join(entry.parentPath, entry.name)).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
