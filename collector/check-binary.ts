import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** All components that collector-config.yaml and the files beside it use. */
export const REQUIRED_COLLECTOR_COMPONENTS = {
  receivers: ['otlp'],
  processors: ['memory_limiter', 'transform', 'filter'],
  exporters: ['clickhouse', 'otlp_http'],
  extensions: ['health_check', 'file_storage', 'bearertokenauth'],
} as const

const MIN_COLLECTOR_VERSION = [0, 161, 0] as const
const run = promisify(execFile)

/**
 * Checks the version and components of a Collector.
 *
 * @returns Why it cannot be used, as the end of a sentence; `undefined` if it can.
 */
export async function describeBinaryFault(binary: string): Promise<string | undefined> {
  try {
    const version = (await run(binary, ['--version'], { timeout: 30_000 })).stdout
    const found = /version v?(\d+)\.(\d+)\.(\d+)/.exec(version)
    if (found === null) return 'does not say which version it is'
    if (!isNewEnough(found.slice(1).map(Number))) {
      return `is version ${found.slice(1).join('.')}; ${MIN_COLLECTOR_VERSION.join('.')} or newer is needed`
    }
    const missing = missingFrom((await run(binary, ['components'], { timeout: 30_000 })).stdout)
    return missing.length > 0 ? `lacks ${missing.join(', ')}` : undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return 'does not exist'
    if (code === 'EACCES') return 'may not be run'
    return `does not run (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`
  }
}

function isNewEnough(version: readonly number[]): boolean {
  const differs = MIN_COLLECTOR_VERSION.findIndex((part, i) => part !== version[i])
  return differs === -1 || (version[differs] ?? 0) > (MIN_COLLECTOR_VERSION[differs] ?? 0)
}

/** `components` prints YAML: kinds at the top level, each component as `- name: …` below. */
function missingFrom(components: string): string[] {
  const names = new Set<string>()
  let kind = ''
  for (const line of components.split('\n')) {
    kind = /^(\w+):/.exec(line)?.[1] ?? kind
    const name = /^\s+- name: (\S+)/.exec(line)?.[1]
    if (name !== undefined) names.add(`${kind}/${name}`)
  }
  return Object.entries(REQUIRED_COLLECTOR_COMPONENTS).flatMap(([kind, wanted]) =>
    wanted.filter(name => !names.has(`${kind}/${name}`)).map(name => `${kind.slice(0, -1)} ${name}`),
  )
}
