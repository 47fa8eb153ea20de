import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeHolder, waitForLock } from './file-lock.ts'
import { StartError } from './start-error.ts'

/** A result of building: the stamp, a file in it, has the fingerprint of the sources that it was built from. */
interface Build {
  readonly stamp: string
  readonly sources: readonly string[]
}

const otel: Build = { stamp: 'otel/dist/.built-from', sources: ['otel/lib/**/*', 'otel/*.{json,ts}'] }
const everything: Build = {
  stamp: 'build/.built-from',
  sources: [
    'app/**/*',
    'server/responses/precompress-files.ts',
    'store/**/*',
    ...otel.sources,
    'config.ts',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
  ],
}

/**
 * Builds otel/ and the app if their sources have changed since the last build. Of several commands at the same time one builds and the
 * others wait.
 *
 * @param options.only `otel` leaves the app out: with `npm run dev` Vite serves it from the sources.
 * @returns True if something was built.
 * @throws {StartError} With the compiler's messages, or if the signal ended it.
 */
export async function buildApp(
  root: string,
  { only, signal }: { only?: 'otel'; signal?: AbortSignal } = {},
): Promise<boolean> {
  // A release is built, and has no sources (.ci/release/pack.ts).
  if (existsSync(join(root, 'build/.released'))) return false
  const wanted = (only === 'otel' ? [otel] : [otel, everything]).map(({ stamp, sources }) => ({
    file: join(root, stamp),
    text: fingerprint(root, sources),
  }))
  const isBuilt = () => wanted.every(({ file, text }) => existsSync(file) && readFileSync(file, 'utf8') === text)
  if (isBuilt()) return false
  const lock = join(root, 'node_modules', '.building')
  using _ = await waitForLock(lock, {
    signal,
    onWait: () => process.stderr.write(`Waiting for ${describeHolder(lock) || 'another process'} to build the app…\n`),
  })
  if (isBuilt()) return false
  await runNpm(root, only === 'otel' ? ['run', 'build', '-w', 'otel'] : ['run', 'build'], signal)
  // A whole build has built otel/ too: another command must not build it again while this one uses it.
  for (const { file, text } of wanted) writeFileSync(file, text)
  return true
}

function runNpm(root: string, args: string[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // A test runner sets another NODE_ENV, which would build React in development mode.
    const env = { ...process.env, NODE_ENV: 'production' }
    // Its own process group: npm ends without its children, which would go on building.
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

function fingerprint(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync([...patterns], { cwd: root, withFileTypes: true }).filter(entry => entry.isFile())
  for (const file of files.map(entry => join(entry.parentPath, entry.name)).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
