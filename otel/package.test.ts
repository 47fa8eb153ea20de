import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPOSITORY_DIR } from '../test/repo/list-files.ts'

// The package as it is published: packed by npm from what `npm run build -w otel` has written.
const folder = mkdtempSync(join(tmpdir(), 'errata-package-'))
let tarball: Uint8Array<ArrayBuffer>

beforeAll(() => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: import.meta.dirname,
    env,
    encoding: 'utf8',
  })
  tarball = new Uint8Array(readFileSync(join(folder, packed.trim())))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('publint finds nothing to improve in the package', async () => {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
  expect(messages.map(message => formatMessage(message, pkg, { color: false }))).toEqual([])
})

test('the types of every entry resolve to what runs, in Node’s ES modules and in bundlers', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(tarball))
  if (!analysis.types) throw new Error('The package has no types')
  // The package is for ES modules alone.
  const isForOthers = (problem: object) =>
    'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(String(problem.resolutionKind))

  expect(Object.keys(analysis.entrypoints)).toHaveLength(7)
  expect(analysis.problems.filter(problem => !isForOthers(problem))).toEqual([])
})

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly hasInstallScript?: boolean
}

test('no package that it brings has an install script, for which pnpm would stop with ERR_PNPM_IGNORED_BUILDS', () => {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(REPOSITORY_DIR, 'package-lock.json'), 'utf8'),
  )
  const isScripted = (path: string) => lock.packages[path]?.hasInstallScript === true
  const brought = new Set(['otel'])
  for (const path of brought) {
    for (const name of Object.keys(lock.packages[path]?.dependencies ?? {})) {
      const nested = `${path}/node_modules/${name}`
      brought.add(nested in lock.packages ? nested : `node_modules/${name}`)
    }
  }

  expect(brought.size).toBeGreaterThan(30)
  expect([...brought].filter(path => lock.packages[path] === undefined)).toEqual([])
  // As a package with one is listed.
  expect(isScripted('node_modules/chdb')).toBe(true)
  expect([...brought].filter(isScripted)).toEqual([])
})
