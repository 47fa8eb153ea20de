import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = join(homedir(), '.cache', 'errata', 'deploy-tools')
const VALIDATOR = 'kubernetes-validate==1.37.0'
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.2'

const runs = (file: string, args: readonly string[]) => spawnSync(file, args).status === 0

/**
 * The command that builds a kustomization: kubectl or kustomize on PATH, or kustomize from the Go module proxy, which takes a minute.
 *
 * @returns `undefined` if there is none.
 */
export function findKustomize(): readonly [string, ...string[]] | undefined {
  if (runs('kubectl', ['kustomize', '--help'])) return ['kubectl', 'kustomize']
  const built = join(cache, 'kustomize')
  for (const file of ['kustomize', built]) if (runs(file, ['version'])) return [file, 'build']
  if (!runs('go', ['version'])) return undefined
  mkdirSync(cache, { recursive: true })
  const { status } = spawnSync('go', ['install', KUSTOMIZE], { env: { ...process.env, GOBIN: cache }, stdio: 'ignore' })
  return status === 0 ? [built, 'build'] : undefined
}

/**
 * The command that checks resources against the schemas of Kubernetes' API, which come with it: from the index of Python packages.
 *
 * @returns `undefined` if there is no Python 3, or no index.
 */
export function findValidator(): readonly [string, ...string[]] | undefined {
  const folder = join(cache, VALIDATOR.replace(/\W+/g, '-'))
  const command = [join(folder, 'bin/kubernetes-validate'), '--strict'] as const
  if (existsSync(command[0])) return command
  if (!runs('python3', ['-c', 'import venv'])) return undefined
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' })
    execFileSync(join(folder, 'bin/pip'), ['install', '--quiet', VALIDATOR], { stdio: 'ignore' })
    return command
  } catch {
    return undefined
  }
}

/** Runs one of these commands. @throws {Error} With what it printed. */
export function runTool([file, ...first]: readonly [string, ...string[]], args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(file, [...first, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}:\n${stdout}${stderr}`)
  return stdout
}

/**
 * Prometheus's promtool: on PATH, or out of Debian's package, which is not installed.
 *
 * @returns Its path; `undefined` if there is none.
 */
export function findPromtool(): string | undefined {
  if (runs('promtool', ['--version'])) return 'promtool'
  const unpacked = join(cache, 'prometheus', 'usr/bin/promtool')
  if (runs(unpacked, ['--version'])) return unpacked
  const folder = join(cache, 'prometheus')
  mkdirSync(folder, { recursive: true })
  const script = 'apt-get download prometheus && dpkg -x prometheus_*.deb .'
  spawnSync('sh', ['-c', script], { cwd: folder, stdio: 'ignore' })
  return runs(unpacked, ['--version']) ? unpacked : undefined
}
