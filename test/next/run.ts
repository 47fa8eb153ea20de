import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readConfig } from '../../config.ts'
import { obtainCollector } from '../../supervisor/obtain-collector.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { listFiles, REPOSITORY_DIR } from '../repo/list-files.ts'
import { checkPackage } from './check-package.ts'
import { MATRIX_ROWS, testMatrix } from './matrix.ts'
import { type PackageManifest, withNewestVersions } from './newest-versions.ts'

/**
 * `npm run test:next [-- newest] [package] [matrix [ROW…]]`: tests the package's supported versions, from the registry.
 *
 *   newest   types, unit tests and canaries of otel/ with the newest React Router and the newest OpenTelemetry 2.x
 *   package  what the packed package installs
 *   matrix   a sample shop under every host, with the oldest and newest versions, with npm, pnpm and workspaces
 */

const say = (line: string) => process.stdout.write(`${line}\n`)
const manifests = ['package.json', 'otel/package.json']
const watched = /^(@opentelemetry\/|react-router$|@react-router\/)/

const parts = process.argv.slice(2)
const isAsked = (part: string) => parts.length === 0 || parts.includes(part)
const folder = mkdtempSync(join(tmpdir(), 'errata-next-'))
try {
  const passed = [
    ...(isAsked('package') ? [checkPackage(say)] : []),
    ...(isAsked('matrix')
      ? [
          await testMatrix(
            say,
            MATRIX_ROWS.map(({ name }) => name).filter(name => parts.includes(name)),
          ),
        ]
      : []),
    ...(isAsked('newest') ? await testNewest() : []),
  ]
  say(`${passed.filter(Boolean).length} passed, ${passed.filter(one => !one).length} failed`)
  process.exitCode = passed.every(Boolean) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function testNewest(): Promise<boolean[]> {
  for (const file of listFiles()) cpSync(join(REPOSITORY_DIR, file), join(folder, file))
  for (const file of manifests) {
    const manifest: PackageManifest = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    writeFileSync(join(folder, file), JSON.stringify(withNewestVersions(manifest), undefined, 2))
  }
  rmSync(join(folder, 'package-lock.json'))
  say('Installing the newest versions…')
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'])
  linkNodeBinary()
  printVersions()
  const env = {
    CHROMIUM_PATH: findChromium(say),
    ERRATA_OTELCOL: await obtainCollector(REPOSITORY_DIR, readConfig(), new AbortController().signal),
  }
  return [
    check('types of otel/', 'tsc', ['-p', 'otel/tsconfig.build.json'], env),
    check('unit tests of otel/', 'vitest', ['run', '--project', 'unit-otel', 'otel/lib'], env),
    check(
      'canaries',
      'vitest',
      ['run', '--project', 'e2e', 'otel/e2e/react-router-contract', 'otel/e2e/stock-exporter'],
      env,
    ),
    check(
      'errors and requests',
      'vitest',
      ['run', '--project', 'e2e', 'otel/e2e/server-errors', 'otel/e2e/browser-navigation'],
      env,
    ),
  ]
}

/** The package `node` downloads its program in an install script, which is not run here. */
function linkNodeBinary(): void {
  const from = dirname(process.execPath)
  const to = join(folder, 'node_modules', 'node', 'bin')
  if (!existsSync(join(to, 'node')) && existsSync(dirname(to))) symlinkSync(from, to)
}

function printVersions(): void {
  const lock = readFileSync(join(REPOSITORY_DIR, 'package-lock.json'), 'utf8')
  const pinned: { packages: Record<string, { version?: string }> } = JSON.parse(lock)
  for (const [path, { version }] of Object.entries(pinned.packages)) {
    const name = path.replace(/^node_modules\//, '')
    const manifest = join(folder, path, 'package.json')
    if (!watched.test(name) || !existsSync(manifest)) continue
    const newest: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
    if (newest.version !== version) say(`  ${name} ${version} → ${newest.version}`)
  }
}

function check(name: string, tool: string, args: string[], env: Readonly<Record<string, string>>): boolean {
  const bin = join(folder, 'node_modules', '.bin', tool)
  const path = `${join(folder, 'node_modules', '.bin')}:${dirname(process.execPath)}:${process.env['PATH']}`
  const { status } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path },
  })
  say(`${status === 0 ? 'ok' : 'FAILED'}  ${name}`)
  return status === 0
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: 'inherit' })
}
