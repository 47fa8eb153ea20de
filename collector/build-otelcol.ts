import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builderManifest, COLLECTOR_VERSION, type CollectorCache } from './cache.ts'
import { CollectorError } from './collector-error.ts'
import { findExecutableOnPath } from './find-collector-binary.ts'
import { runTool, ToolError } from './run-tool.ts'

export interface BuildCollectorOptions {
  readonly cache: CollectorCache
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

const LINE_EVERY_MS = 5_000

/**
 * Builds the Collector from the manifest with the official builder. Go caches downloads and compiled packages, so an interrupted build
 * continues.
 *
 * @returns The path of the binary.
 * @throws {CollectorError} If there is no Go of at least 1.26, or the build fails.
 */
export async function buildOtelcol({ cache, env, signal, log }: BuildCollectorOptions): Promise<string> {
  const go = await findGo(env, signal)
  const work = join(dirname(cache.built), 'work')
  const sources = join(work, '_build')
  mkdirSync(work, { recursive: true })
  const began = performance.now()
  let doing = ''
  const elapsed = () => `${Math.round((performance.now() - began) / 1_000)} s`
  const step = (what: string) => {
    doing = what
    log(`building the Collector: ${what}`)
  }
  const ticker = setInterval(() => log(`building the Collector: ${doing}, ${elapsed()} so far`), LINE_EVERY_MS)
  const goEnv = { ...env, CGO_ENABLED: '0', GO111MODULE: 'on' }
  try {
    step('getting the official builder')
    const builder = await installBuilder(go, cache, { cwd: work, env: goEnv, signal })
    step('getting the modules')
    rmSync(sources, { recursive: true, force: true })
    await runTool(builder, ['--config', builderManifest, '--skip-compilation'], { cwd: work, env: goEnv, signal })
    step('counting what has to be compiled')
    const flags = ['-trimpath', '-ldflags=-s -w']
    const stale = ['list', '-deps', ...flags, '-f', '{{if .Stale}}{{.ImportPath}}{{end}}', '.']
    const listed = await runTool(go, stale, { cwd: sources, env: goEnv, signal })
    const total = listed.split('\n').filter(line => line !== '').length
    step(`compiling ${total} packages`)
    let compiled = 0
    const onLine = () => {
      compiled += 1
      doing = compiled < total ? `${compiled} of ${total} packages compiled` : 'linking'
    }
    const half = join(work, 'otelcol-errata')
    await runTool(go, ['build', '-v', ...flags, '-o', half, '.'], { cwd: sources, env: goEnv, signal, onLine })
    renameSync(half, cache.built)
    rmSync(work, { recursive: true, force: true })
    log(`built the Collector in ${elapsed()}`)
    return cache.built
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw new CollectorError(`the Collector could not be built with ${go}: ${error.message}`, { cause: error })
  } finally {
    clearInterval(ticker)
  }
}

async function findGo(env: BuildCollectorOptions['env'], signal: AbortSignal): Promise<string> {
  const go = findExecutableOnPath('go', env)
  if (go === undefined) throw new CollectorError('Go 1.26 or newer is not installed')
  // In this folder, so that no other go.mod or go.work applies.
  const version = await runTool(go, ['env', 'GOVERSION'], { cwd: import.meta.dirname, env, signal })
  const [, major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  if (major > 1 || (major === 1 && minor >= 26)) return go
  throw new CollectorError(`${go} is ${version.trim()}; Go 1.26 or newer is needed to build the Collector`)
}

/** Into the cache, not ~/go/bin, to leave the user's own tools alone. `go install` renames a complete binary into place. */
async function installBuilder(
  go: string,
  cache: CollectorCache,
  { cwd, env, signal }: { cwd: string; env: BuildCollectorOptions['env']; signal: AbortSignal },
): Promise<string> {
  const bin = join(cache.dir, `builder-${COLLECTOR_VERSION}-${process.platform}-${process.arch}`)
  const builder = join(bin, 'builder')
  if (existsSync(builder)) return builder
  const args = ['install', `go.opentelemetry.io/collector/cmd/builder@v${COLLECTOR_VERSION}`]
  await runTool(go, args, { cwd, env: { ...env, GOBIN: bin }, signal })
  return builder
}
