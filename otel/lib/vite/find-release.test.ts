import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRelease } from './find-release.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'errata-find-release-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const git = (...args: string[]) =>
  String(execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root })).trim()

const manifest = (text: string) => writeFileSync(join(root, 'package.json'), text)

function commit(): string {
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  return git('rev-parse', '--short=12', 'HEAD')
}

test.each(['{"name":"shop"}', '{"version":"0.0.0"}', '{"version":""}', '{"version":" "}', '{"version":null}', '[]'])(
  'with %s the release is the commit',
  text => {
    manifest(text)
    const made = commit()
    expect(findRelease(root)).toBe(made)
  },
)

test('a version of its own is the release', () => {
  manifest('{"version":"1.4.2"}')
  commit()
  expect(findRelease(root)).toBe('1.4.2')
})

test('with neither there is none', () => {
  expect(findRelease(root)).toBeUndefined()
})
