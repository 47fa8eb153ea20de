import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printProgress } from './report.ts'

/**
 * Installs the SDKs that we compare with into a separate folder, so that nothing else depends on them. All packages are under the MIT,
 * Apache 2.0, BSD or ISC licence; Sentry's command-line tool is not, nor is it measured: peers/left-out replaces it.
 *
 * @returns The folder whose node_modules has the peers: Sentry's React Router SDK and Grafana Faro.
 * @throws {Error} If npm fails; the reason is on stderr.
 */
export async function installPeers(): Promise<string> {
  const dir = join(import.meta.dirname, 'peers')
  const stamp = join(dir, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(dir, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return dir
  printProgress('Installing the peers (140 MB, about half a minute)…')
  // Not with --prefix: npm reads the .npmrc of its working directory.
  const child = spawn('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: dir, stdio: ['ignore', 2, 2] })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  if (code !== 0) throw new Error(`npm ci failed in ${dir} with exit code ${code}`)
  writeFileSync(stamp, wanted)
  return dir
}
