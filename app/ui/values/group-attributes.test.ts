import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupAttributes } from './group-attributes.ts'

const groups = (...names: string[]) =>
  groupAttributes(Object.fromEntries(names.map(name => [name, 'x']))).map(({ label, attributes }) => [
    label,
    ...attributes.map(([name]) => name),
  ])

test('attributes are grouped by the semantic conventions, what tells most first', () => {
  expect(
    groups(
      'server.address',
      'db.system.name',
      'http.route',
      'http.request.header.accept',
      'error.type',
      'url.path',
      'app.items',
    ),
  ).toEqual([
    ['Error', 'error.type'],
    ['Request headers', 'http.request.header.accept'],
    ['HTTP', 'http.route', 'url.path'],
    ['Database', 'db.system.name'],
    ['Application', 'app.items'],
    ['Network', 'server.address'],
  ])
})

test('what only begins alike is of the application', () => {
  expect(groups('database', 'httpx.status', 'network')).toEqual([
    ['Application', 'database', 'httpx.status', 'network'],
  ])
})

test('whatever the names: each attribute is in one group', () => {
  const name = fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom('http', 'db', 'net', 'k8s', 'errata', 'os'), fc.string()).map(parts => parts.join('.')),
  )
  fc.assert(
    fc.property(fc.uniqueArray(name), names => {
      const attributes = Object.fromEntries(names.map(of => [of, `value of ${of}`]))
      const grouped = groupAttributes(attributes).flatMap(of => of.attributes)
      expect(Object.fromEntries(grouped)).toEqual(attributes)
      expect(grouped).toHaveLength(Object.keys(attributes).length)
    }),
  )
})
