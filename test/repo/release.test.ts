import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_DIR } from './list-files.ts'

const text = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')
const { version, dependencies } = JSON.parse(text('package.json'))

test('desk and package are of one version, wherever it is said', () => {
  const lock = JSON.parse(text('package-lock.json'))
  expect({
    otel: JSON.parse(text('otel/package.json')).version,
    dependency: dependencies['@errata/otel'],
    cli: JSON.parse(text('cli/package.json')).version,
    lock: [lock.version, lock.packages[''].version, lock.packages.otel.version],
  }).toEqual({ otel: version, dependency: version, cli: version, lock: [version, version, version] })
})

const sectionsOf = (file: string) =>
  text(file)
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [heading = '', ...lines] = section.split('\n')
      return { heading, lines: lines.filter(line => line !== '') }
    })
const sections = sectionsOf('CHANGELOG.md')
const packageSections = sectionsOf('otel/CHANGELOG.md')

test('the changelog starts with the next version, unreleased, or with the version of package.json and its date', () => {
  const [first, ...released] = sections.map(({ heading }) => heading)
  if (/^\d+\.\d+\.\d+ \(unreleased\)$/.test(first ?? '')) expect(compareVersions(first, version)).toBeGreaterThan(0)
  else released.unshift(first ?? '')

  expect(released[0]?.split(' ')[0]).toBe(version)
  for (const heading of released) expect(heading).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/)
  const headings = sections.map(({ heading }) => heading)
  expect(headings).toEqual(headings.toSorted((a, b) => compareVersions(b, a)))
})

test("the package's changelog starts with the same version as the desk's", () => {
  expect(packageSections[0]?.heading).toBe(sections[0]?.heading)
})

test('each version of a changelog has its entries in groups, of one line each', () => {
  for (const { heading, lines } of [...sections, ...packageSections]) {
    const entries = lines.filter(line => !line.startsWith('### '))
    const groups = lines.filter(line => line.startsWith('### ')).map(line => line.slice(4))

    expect(lines[0], heading).toMatch(/^### /)
    expect(groups, heading).toEqual(
      ['Added', 'Changed', 'Fixed', 'Security', 'Removed'].filter(group => groups.includes(group)),
    )
    for (const entry of entries) expect(entry).toMatch(/^- .+[.!]$/)
  }
})

function compareVersions(a = '', b = ''): number {
  const [left, right] = [a, b].map(version => version.split(' ')[0]?.split('.').map(Number) ?? [])
  return left?.reduce((order, part, i) => order || part - (right?.[i] ?? 0), 0) ?? 0
}
