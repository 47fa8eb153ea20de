import { execFile } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type ServerHost, shopFiles } from './shop-files.ts'

const run = promisify(execFile)

/** A row of the matrix: how the shop is installed, and with which versions. */
export interface MatrixRow {
  readonly name: string
  readonly manager: 'npm' | 'pnpm' | 'npm workspaces'
  readonly node: string
  readonly versions: Readonly<Record<string, string>>
  readonly hosts: readonly ServerHost[]
  /** Line of OpenTelemetry of which the app has SDK and instrumentations itself; none by default. */
  readonly openTelemetry?: 2 | 3
  /** False for a row that installs without `overrides`, as most apps do. Default true. */
  readonly hasOverrides?: boolean
  /** Milliseconds for which the router's own timers keep a process after its last response. Default 0. */
  readonly routerTimersMs?: number
}

export interface InstalledShop {
  readonly dir: string
  readonly env: NodeJS.ProcessEnv
}

// Without variables of Vitest and npm.
const { NODE_ENV, NODE_OPTIONS, ...inherited } = process.env
const clean = Object.fromEntries(Object.entries(inherited).filter(([name]) => !/^(npm_|VITEST)/.test(name)))

/**
 * Writes the shop into a folder, installs it with the packed package as its author would, and builds it.
 *
 * @throws {Error} With the output of a failed command.
 */
export async function installShop(row: MatrixRow, folder: string, tarball: string): Promise<InstalledShop> {
  const isWorkspace = row.manager === 'npm workspaces'
  const dir = isWorkspace ? join(folder, 'apps/shop') : folder
  await mkdir(dir, { recursive: true })
  await cp(tarball, join(folder, 'errata-otel.tgz'))
  const files = shopFiles(row.openTelemetry)
  const manifest = manifestOf(row, isWorkspace ? 'file:../../errata-otel.tgz' : 'file:./errata-otel.tgz')
  for (const [name, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest, undefined, 2) })) {
    await mkdir(dirname(join(dir, name)), { recursive: true })
    await writeFile(join(dir, name), text)
  }
  if (isWorkspace) await writeFile(join(folder, 'package.json'), JSON.stringify(monorepoOf(row), undefined, 2))

  const node = await installNode(row.node, join(folder, '.node'))
  const bins = [
    join(dir, 'node_modules/.bin'),
    join(folder, 'node_modules/.bin'),
    node,
    join(folder, '.pnpm/node_modules/.bin'),
  ]
  const env = { ...clean, PATH: [...bins, process.env['PATH']].join(delimiter) }
  if (row.manager === 'pnpm') {
    const pnpm = join(folder, '.pnpm')
    await execute(
      'npm',
      ['install', '--prefix', pnpm, '--no-audit', '--no-fund', '--loglevel=error', 'pnpm@latest'],
      folder,
      clean,
    )
    await execute('pnpm', ['install', '--no-frozen-lockfile', '--reporter=silent'], folder, env)
  } else {
    await execute('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], folder, env)
  }
  await execute('react-router', ['build'], dir, { ...env, NODE_ENV: 'production' })
  await execute('react-router', ['typegen'], dir, env)
  await execute('tsc', ['--noEmit'], dir, env)
  return { dir, env }
}

export const removeShop = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })

/** Only the program: the package `node` downloads it in an install script. */
async function installNode(version: string, folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  await mkdir(folder, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder, env: clean })
  await run('tar', ['-xzf', stdout.trim()], { cwd: folder })
  return join(folder, 'package/bin')
}

function manifestOf({ versions, hosts, manager, openTelemetry, hasOverrides = true }: MatrixRow, tarball: string) {
  const of = (names: readonly string[], otherwise = 'latest') =>
    Object.fromEntries(names.map(name => [name, versions[name] ?? otherwise]))
  const uses = (...names: readonly ServerHost[]) => names.some(name => hosts.includes(name))
  const router = [
    'react-router',
    '@react-router/node',
    ...(uses('react-router-serve', 'pnpm start') ? ['@react-router/serve'] : []),
    ...(uses('express', 'after Sentry', 'before Sentry', 'beside a NodeSDK') ? ['@react-router/express'] : []),
  ]
  return {
    name: 'shop',
    version: '1.4.2',
    private: true,
    type: 'module',
    scripts: { start: "NODE_OPTIONS='--import @errata/otel/register' react-router-serve build/server/index.js" },
    dependencies: {
      '@errata/otel': tarball,
      ...of(router, versions['react-router']),
      ...of(['react', 'react-dom', 'express', 'ioredis', 'isbot', 'pino']),
      ...(hosts.includes('hono') && of(['hono', '@hono/node-server'])),
      ...(hosts.includes('fastify') && of(['fastify'])),
      ...(hosts.includes('koa') && of(['koa', '@koa/router'])),
      ...(hosts.includes('after Sentry') && of(['@sentry/node'])),
      ...(versions['@opentelemetry/api'] && of(['@opentelemetry/api'])),
      ...(openTelemetry && sdkOfLine[openTelemetry]),
    },
    devDependencies: of(['@react-router/dev', '@types/node', '@types/react', '@types/react-dom', 'typescript', 'vite']),
    ...(manager === 'npm' && hasOverrides && { overrides: overridesOf(versions) }),
  }
}

const sdkOfLine = {
  2: {
    '@opentelemetry/sdk-node': '^0.223.0',
    '@opentelemetry/exporter-logs-otlp-http': '^0.223.0',
    '@opentelemetry/exporter-trace-otlp-http': '^0.223.0',
    '@opentelemetry/instrumentation': '^0.223.0',
    '@opentelemetry/instrumentation-http': '^0.223.0',
    '@opentelemetry/instrumentation-ioredis': '^0.71.0',
    '@opentelemetry/instrumentation-pino': '^0.69.0',
    '@opentelemetry/instrumentation-undici': '^0.33.0',
    '@opentelemetry/sdk-logs': '^0.223.0',
    '@opentelemetry/sdk-trace-base': '^2.12.0',
  },
  3: {
    '@opentelemetry/sdk-node': '^0.301.0',
    '@opentelemetry/auto-instrumentations-node': '^0.82.0',
    '@opentelemetry/exporter-logs-otlp-http': '^0.301.0',
    '@opentelemetry/exporter-trace-otlp-http': '^0.301.0',
    '@opentelemetry/instrumentation': '^0.301.0',
    '@opentelemetry/instrumentation-http': '^0.301.0',
    '@opentelemetry/instrumentation-ioredis': '^0.72.0',
    '@opentelemetry/instrumentation-pg': '^0.77.0',
    '@opentelemetry/instrumentation-pino': '^0.70.0',
    '@opentelemetry/instrumentation-undici': '^0.34.0',
    '@opentelemetry/sdk-logs': '^3.1.0',
    '@opentelemetry/sdk-trace': '^3.1.0',
  },
} as const

/** npm reads overrides only from the root of a monorepo. */
const monorepoOf = ({ versions }: MatrixRow) => ({
  name: 'monorepo',
  private: true,
  workspaces: ['apps/*'],
  overrides: overridesOf(versions),
})

/** The newest `@react-router/serve` and `/dev` may require an older router, each by its exact version. */
const overridesOf = ({ 'react-router': version = 'latest' }: MatrixRow['versions']) => ({
  'react-router': version,
  '@react-router/node': version,
  // Replaced by a small package: it is not used here, has 70 MB and is partly not under a free licence.
  '@sentry/bundler-plugins': 'npm:@sentry/conventions@0.32.0',
})

async function execute(file: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  await run(file, args, { cwd, env, maxBuffer: 32 << 20 }).catch((cause: { stdout?: string; stderr?: string }) => {
    throw new Error(`${file} ${args.join(' ')} failed:\n${cause.stdout}${cause.stderr}`.slice(0, 4_000), { cause })
  })
}
