import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findServerBuild, readRelease } from './read-release.ts'

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

test('there is none with a build without one', () => {
  write('{}')
  expect(readRelease()).toBe('')
})

test('where there is no build, none is found', () => {
  expect(findServerBuild(folder, [])).toBeUndefined()
})

test('a file with other content is an error', () => {
  write('7')
  expect(() => readRelease()).toThrow('errata-release.json has no release')
})

test.each([
  ['the folder above', '/elsewhere', ['node_modules/.bin/react-router-serve', 'build/server/index.js']],
  ['a server of one’s own', '/', ['server.ts']],
  ['a folder below', '/', ['dist/server/main.js']],
])('the build is found from another folder by what was started: %s', (_, cwd, files) => {
  write('{"release":"1.4.2"}')
  const build = findServerBuild(
    cwd,
    files.map(file => join(folder, file)),
  )
  expect(build).toBe(join(folder, 'build/server'))
  expect(readRelease(build)).toBe('1.4.2')
})

test('a build of another name is found beside what was started, by a relative path as well', () => {
  mkdirSync(join(folder, 'out/node'), { recursive: true })
  writeFileSync(join(folder, 'out/node/errata-release.json'), '{"release":"2"}')

  expect(findServerBuild(folder, ['out/node/index.js'])).toBe(join(folder, 'out/node'))
  expect(findServerBuild(folder, ['elsewhere/index.js'])).toBeUndefined()
})
