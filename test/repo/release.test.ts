import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './list-files.ts'

const text = (file: string) => readFileSync(join(root, file), 'utf8')
const { version, dependencies } = JSON.parse(text('package.json'))

test('desk and package are of one version, wherever it is said', () => {
  const lock = JSON.parse(text('package-lock.json'))
  expect({
    otel: JSON.parse(text('otel/package.json')).version,
    dependency: dependencies['@errata/otel'],
    lock: [lock.version, lock.packages[''].version, lock.packages.otel.version],
    scope: /name: '@errata\/otel', version: '([^']+)'/.exec(text('otel/lib/scope.ts'))?.[1],
  }).toEqual({ otel: version, dependency: version, lock: [version, version, version], scope: version })
})

test('the changelog opens with what is not released yet, or with this version and its day', () => {
  const heads = [...text('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, head = '']) => head)
  const released = heads.filter(head => head !== 'Unreleased')

  expect(heads.slice(1)).not.toContain('Unreleased')
  expect(released[0]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`))
  const numbers = released.map(head => head.split(' ')[0]?.split('.').map(Number) ?? [])
  expect(numbers).toEqual(numbers.toSorted((a, b) => b.reduce((order, part, i) => order || part - (a[i] ?? 0), 0)))
})
