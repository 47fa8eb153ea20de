import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyrightLines, identifyLicence } from '../../.ci/release/licence-texts.ts'
import { type LockFile, listShippedPackages, reduceLock } from '../../.ci/release/lock-file.ts'
import { describePackages, TITLES } from '../../.ci/release/notice.ts'
import { REPOSITORY_DIR } from './list-files.ts'

const text = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')
const lock: LockFile = JSON.parse(text('package-lock.json'))
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

test('every package of the lock file has a SHA-512, but three that the registry of this project does not serve', () => {
  const without = packages.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)

  expect(packages.length).toBeGreaterThan(600)
  // Add theirs where they can be had, and take them out of SECURITY.md: npm view @chdb/lib-darwin-arm64@VERSION dist.integrity
  expect(without).toEqual([
    'node_modules/@chdb/lib-darwin-arm64',
    'node_modules/@chdb/lib-darwin-x64',
    'node_modules/@chdb/lib-linux-arm64-gnu',
  ])
})

test('the lock file names no registry', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => /^\w+:\/\//.test(resolved ?? ''))).toEqual([])
})

test('what a release has is under licences that its users may take', () => {
  const licences = new Set(listShippedPackages(lock).map(({ entry }) => entry.license))
  expect([...licences].toSorted()).toEqual(['Apache-2.0', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0'])
})

test('a release has what it imports, and nothing that only builds or tests it', () => {
  const names = listShippedPackages(lock).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['react', '@opentelemetry/sdk-node', 'web-vitals', 'chdb', 'ffi-rs']))
  expect(
    names.filter(name => /^(vite|vitest|typescript|rolldown|esbuild|express|playwright-core)$/.test(name)),
  ).toEqual([])
})

test('NOTICE has the packages of the lock file (write it anew: node .ci/release/write-notice.ts COLLECTOR)', () => {
  expect(text('NOTICE')).toContain(describePackages(lock, REPOSITORY_DIR))
})

test('NOTICE has the modules of the Collector and the libraries of the engine', () => {
  const [, , modules = '', libraries = ''] = Object.values(TITLES).reduce<string[]>(
    (rest, title) => [...rest.slice(0, -1), ...(rest.at(-1) ?? '').split(`${title}\n`)],
    [text('NOTICE')],
  )
  expect(modules).toContain('  go.opentelemetry.io/collector/receiver/otlpreceiver v0.161.0')
  expect(modules).not.toContain('unknown')
  expect(libraries).toMatch(/\bopenssl\b/)
})

test('the image is installed from the lock file, and npm install is nowhere in it', () => {
  const dockerfile = text('Dockerfile')
  expect(dockerfile).toMatch(/npm ci --ignore-scripts/)
  expect(dockerfile).not.toMatch(/npm (install|i)\b/)
})

test('the image says which version it is, and under which licence', () => {
  const dockerfile = text('Dockerfile')
  const { version } = JSON.parse(text('package.json'))
  const [, base] = /^FROM (node:\S+)$/m.exec(dockerfile) ?? []

  expect(/^ARG VERSION=(\S+) REVISION=$/m.exec(dockerfile)?.[1]).toBe(version)
  const labels = [...dockerfile.matchAll(/org\.opencontainers\.image\.([\w.]+)="([^"]*)"/g)].map(([, key, value]) => [
    key,
    value,
  ])
  expect(Object.fromEntries(labels)).toMatchObject({
    title: 'Errata',
    licenses: 'Apache-2.0',
    version: '$VERSION',
    revision: '$REVISION',
    'base.name': `docker.io/library/${base}`,
  })
})

test('a reduced lock file lacks a dependency and what only that needed', () => {
  const small: LockFile = {
    packages: {
      '': { dependencies: { a: '1.0.0', b: '1.0.0' }, devDependencies: { d: '1.0.0' } },
      'node_modules/a': { dependencies: { onlyOfA: '1.0.0', ofBoth: '1.0.0' } },
      'node_modules/a/node_modules/ofBoth': { version: '2.0.0' },
      'node_modules/b': {
        dependencies: { ofBoth: '1.0.0' },
        peerDependencies: { peer: '1', maybe: '1' },
        peerDependenciesMeta: { maybe: { optional: true } },
      },
      'node_modules/d': {},
      'node_modules/maybe': {},
      'node_modules/ofBoth': { version: '1.0.0' },
      'node_modules/onlyOfA': {},
      'node_modules/peer': {},
    },
  }
  const paths = (purpose: 'run' | 'build', without: string[]) =>
    Object.keys(reduceLock(small, { without, purpose }).packages)

  expect(paths('build', ['a'])).toEqual([
    '',
    'node_modules/b',
    'node_modules/d',
    'node_modules/maybe',
    'node_modules/ofBoth',
    'node_modules/peer',
  ])
  expect(paths('run', ['b'])).toEqual([
    '',
    'node_modules/a',
    'node_modules/a/node_modules/ofBoth',
    'node_modules/onlyOfA',
  ])
  expect(reduceLock(small, { without: ['a'], purpose: 'run' }).packages['']).toEqual({ dependencies: { b: '1.0.0' } })
})

test('a licence is known by its text, and its copyright lines are not those of the text itself', () => {
  const isc =
    'ISC License\n\nCopyright (c) 2020 A. Person\n\nPermission to use, copy, modify, and distribute this software for any\npurpose with or without fee is hereby granted, provided that the above\ncopyright notice and this permission notice appear in all copies.'
  expect([identifyLicence(isc), copyrightLines(isc)]).toEqual(['ISC', ['Copyright (c) 2020 A. Person']])
  expect(copyrightLines(text('LICENSE'))).toEqual([])
  expect(identifyLicence(text('LICENSE'))).toBe('Apache-2.0')
})
