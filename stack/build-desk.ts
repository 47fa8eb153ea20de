import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from '../file-lock.ts'
import { StartError } from './start-error.ts'

const stampFile = 'build/.built-from'

/**
 * Builds otel/ and the desk when their sources are not those of the last build. Of commands that are given at once one builds and the others
 * wait for it.
 *
 * @param options.only `otel` leaves the desk out: with `npm run dev` Vite serves it from the sources.
 * @returns True when something was built.
 * @throws {StartError} With the compiler's own words, or when the signal ended it.
 */
export async function buildDesk(
  root: string,
  { only, signal }: { only?: 'otel'; signal?: AbortSignal } = {},
): Promise<boolean> {
  const file = join(root, only === 'otel' ? 'otel/dist/.built-from' : stampFile)
  const patterns = only === 'otel' ? ['otel/lib/**/*', 'otel/*.{json,ts}'] : sources
  const wanted = fingerprint(root, patterns)
  const isBuilt = () => existsSync(file) && readFileSync(file, 'utf8') === wanted
  if (isBuilt()) return false
  using _ = await waitForLock(join(root, 'node_modules', '.building'), { signal })
  if (isBuilt()) return false
  await runNpm(root, only === 'otel' ? ['run', 'build', '-w', 'otel'] : ['run', 'build'], signal)
  writeFileSync(file, wanted)
  return true
}

function runNpm(root: string, args: string[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // A test runner sets another NODE_ENV, which would build React in development mode.
    const env = { ...process.env, NODE_ENV: 'production' }
    // A process group of its own: npm ends without its children, and they would go on building.
    const npm = spawn('npm', args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = () => npm.pid !== undefined && npm.exitCode === null && process.kill(-npm.pid, 'SIGTERM')
    signal?.addEventListener('abort', end, { once: true })
    let said = ''
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    npm.once('error', error => reject(new StartError(`The build could not be run: ${error.message}`)))
    npm.once('close', code => {
      signal?.removeEventListener('abort', end)
      if (code === 0) resolve()
      else reject(new StartError(`The build failed:\n${said}`))
    })
  })
}

const sources = [
  'app/**/*',
  'server/responses/precompress-files.ts',
  'store/**/*',
  'otel/lib/**/*',
  'otel/*.{json,ts}',
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
