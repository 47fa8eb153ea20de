import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../browser/open-browser.ts'
import { REPOSITORY_DIR } from '../repo/list-files.ts'
import { installShop, type MatrixRow, removeShop } from './install-shop.ts'
import { startReceiver } from './otlp-receiver.ts'
import { startCalledServices, testShop } from './test-shop.ts'

/** The oldest and newest supported dependencies, and every way to install the package. */
export const MATRIX_ROWS: readonly MatrixRow[] = [
  {
    name: 'oldest',
    manager: 'npm',
    node: '20.19.0',
    versions: {
      'react-router': '7.9.0',
      '@react-router/dev': '7.9.0',
      react: '18.3.1',
      'react-dom': '18.3.1',
      '@types/react': '18',
      '@types/react-dom': '18',
      '@types/node': '20',
      '@opentelemetry/api': '1.9.0',
      express: '4',
      ioredis: '5',
      isbot: '5',
      pino: '9',
      typescript: '5',
      vite: '6',
    },
    hosts: ['react-router-serve', 'express', 'react-router dev'],
    // `encodeViaTurboStream` of 7 clears its timeout of 4,950 ms only when the request is aborted.
    routerTimersMs: 5_000,
  },
  {
    name: 'newest',
    manager: 'npm',
    node: process.versions.node,
    versions: { express: '5' },
    openTelemetry: 2,
    hosts: [
      ...(['react-router-serve', 'express', 'hono', 'fastify', 'koa', 'react-router dev'] as const),
      ...(['after Sentry', 'before Sentry', 'beside a NodeSDK'] as const),
    ],
  },
  // The line of OpenTelemetry that npm installs today.
  {
    name: 'OpenTelemetry 3',
    manager: 'npm',
    node: process.versions.node,
    versions: { 'react-router': '~8.4.0', '@react-router/dev': '~8.4.0' },
    openTelemetry: 3,
    hosts: ['react-router-serve', 'beside a NodeSDK'],
    hasOverrides: false,
  },
  // What the registry offers together, without overrides: every `react-router-serve` needs 8.4 or older.
  ...['7.9', '7.12', '8.4'].map(
    (version): MatrixRow => ({
      name: `React Router ${version}`,
      manager: 'npm',
      node: process.versions.node,
      versions: {
        'react-router': `~${version}.0`,
        '@react-router/dev': `~${version}.0`,
        ...(version.startsWith('7') && { vite: '7', typescript: '5' }),
      },
      hosts: ['react-router-serve'],
      hasOverrides: false,
      ...(version.startsWith('7') && { routerTimersMs: 5_000 }),
    }),
  ),
  {
    name: 'React Router 8.5',
    manager: 'npm',
    node: process.versions.node,
    versions: { 'react-router': '~8.5.0', '@react-router/dev': '~8.4.0' },
    hosts: ['hono'],
    hasOverrides: false,
  },
  // Strict: a package sees only its declared dependencies, and npm's latest API.
  {
    name: 'pnpm',
    manager: 'pnpm',
    node: process.versions.node,
    versions: {},
    hosts: ['react-router-serve', 'pnpm start'],
  },
  {
    name: 'a workspace',
    manager: 'npm workspaces',
    node: process.versions.node,
    versions: {},
    hosts: ['react-router-serve'],
  },
]

/** A process with nothing left to send ends within this time. */
const maxEndMs = 1_000

/**
 * Installs the packed package in real projects and visits each.
 *
 * @param only Names of rows; by default all.
 * @returns false if anything was missing
 */
export async function testMatrix(say: (line: string) => void, only: readonly string[] = []): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-matrix-'))
  try {
    execFileSync('npm', ['run', 'build', '-w', 'otel', '--silent'], { cwd: REPOSITORY_DIR })
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(REPOSITORY_DIR, 'otel'),
    })
    await using browser = await openBrowser()
    await using receiver = await startReceiver()
    await using called = await startCalledServices()
    let isGood = true
    for (const row of MATRIX_ROWS.filter(({ name }) => only.length === 0 || only.includes(name))) {
      const dir = join(folder, row.name.replace(/\W/g, '-'))
      try {
        const shop = await installShop(row, dir, join(folder, String(packed).trim()))
        for (const [n, host] of row.hosts.entries()) {
          const { expected, missing, endMs } = await testShop(shop, host, `shop-${n}`, {
            browser,
            receiver,
            calledUrls: called.urls,
            routerTimersMs: row.routerTimersMs,
          }).catch(error => ({ expected: 0, missing: [String(error).slice(0, 2_000)], endMs: 0 }))
          const isFine = missing.length === 0 && endMs <= maxEndMs
          isGood &&= isFine
          const seen = Math.max(0, expected - missing.length)
          say(`${isFine ? 'ok' : 'FAILED'}  ${row.name}, ${host}: ${seen} of ${expected}, ends in ${endMs} ms`)
          for (const name of missing) say(`        not seen: ${name}`)
        }
      } catch (error) {
        isGood = false
        say(`FAILED  ${row.name}: ${String(error)}`)
      } finally {
        await removeShop(dir)
      }
    }
    return isGood
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
