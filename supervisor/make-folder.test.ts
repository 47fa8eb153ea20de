import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const dir = mkdtempSync(join(tmpdir(), 'errata-folder-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('creates all missing folders, and none twice', () => {
  const path = join(dir, 'a/b/c')
  makeFolder(path, 0o700)
  makeFolder(path)

  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test.runIf(process.platform === 'linux').each(['/proc/x', '/proc/x/y', '/proc/self/fd/x'])(
  'says that %s cannot be created, and returns',
  path => {
    expect(() => makeFolder(path)).toThrow('ENOENT')
  },
)

test('says that a file is in its place', () => {
  writeFileSync(join(dir, 'file'), '')

  expect(() => makeFolder(join(dir, 'file', 'x'))).toThrow('ENOTDIR')
})
