import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'

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
