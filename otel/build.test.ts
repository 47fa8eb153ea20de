import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from './build.ts'
import manifest from './package.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'errata-build-'))
beforeAll(() => {
  mkdirSync(join(folder, 'lib'))
  writeFileSync(join(folder, 'lib/removed.js'), '')
  build(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a build deletes what an earlier one has left', () => {
  expect(existsSync(join(folder, 'lib/server/register.js'))).toBe(true)
  expect(existsSync(join(folder, 'lib/removed.js'))).toBe(false)
})

test('a build has the version of package.json in its code, and no package.json', () => {
  const scope = readFileSync(join(folder, 'lib/instrumentation-scope.js'), 'utf8')
  expect(scope).toContain(`version: "${manifest.version}"`)
  expect(scope).not.toContain('import')
  expect(existsSync(join(folder, 'package.json'))).toBe(false)
})
