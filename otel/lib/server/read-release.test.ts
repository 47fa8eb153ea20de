import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRelease } from './read-release.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errata-release-'))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function write(text: string): void {
  mkdirSync(join(folder, 'build/server'), { recursive: true })
  writeFileSync(join(folder, 'build/server/errata-release.json'), text)
}

test('the release is what was built', () => {
  write('{"release":"1.4.2"}')
  expect(readRelease()).toBe('1.4.2')
})

test.each([
  ['no build', undefined],
  ['a build without one', '{}'],
])('there is none with %s', (_, text) => {
  if (text !== undefined) write(text)
  expect(readRelease()).toBe('')
})

test('something else in its place is told', () => {
  write('7')
  expect(() => readRelease()).toThrow('errata-release.json holds no release')
})
