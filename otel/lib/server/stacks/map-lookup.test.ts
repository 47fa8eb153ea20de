import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBuild, type MappedBuild } from '../../maps/map-archive.ts'
import { mapLookup, type StackOrigin } from './map-lookup.ts'

let dir: string
let archive: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'errata-lookup-'))
  archive = join(dir, 'build/maps')
  add(1, 'client', { 'assets/old.js': idOf(1), 'assets/page.js': idOf(2) })
  add(2, 'client', { 'assets/page.js': idOf(3), 'assets/new.js': idOf(4) }, { release: 'r2' })
  add(3, 'client', { 'far.js': idOf(5) }, { base: 'https://cdn.example/shop/', release: 'r3' })
  add(4, 'server', { 'index.js': idOf(6) })
  add(5, 'server', { 'index.js': idOf(7) })
})
afterAll(() => rmSync(dir, { recursive: true }))

const idOf = (n: number) => `00000000-0000-8000-8000-00000000000${n}`
function add(n: number, side: MappedBuild['side'], scripts: Record<string, string>, other: Partial<MappedBuild> = {}) {
  const about = { release: 'r1', side, builtAtMs: n, base: '/', scriptsFrom: `../${side}`, scripts, ...other }
  addBuild(archive, about, new Map(Object.values(scripts).map(id => [id, '{}'])))
}

const origins = ['https://shop.example']
const browser: StackOrigin = { side: 'browser', origins, release: 'r2' }
const find = (file: string, teller: StackOrigin = browser) => mapLookup(archive, () => true)(file, teller)
const mapOf = (n: number, release = 'r1') => ({ mapFile: join(archive, release, `${idOf(n)}.map`) })

test("a script is found by its address, whatever query it has, in an older build's list too", () => {
  expect(find('https://shop.example/assets/new.js')).toEqual(mapOf(4, 'r2'))
  expect(find('https://shop.example/assets/new.js?v=1#x')).toEqual(mapOf(4, 'r2'))
  expect(find('https://shop.example/assets/old.js')).toEqual(mapOf(1))
  expect(find('https://cdn.example/shop/far.js')).toEqual(mapOf(5, 'r3'))
})

test('a script without a hash in its name is that of the release that the browser runs, else the newest', () => {
  const of = (release: string) => find('https://shop.example/assets/page.js', { side: 'browser', origins, release })

  expect(of('r1')).toEqual(mapOf(2))
  expect(of('r2')).toEqual(mapOf(3, 'r2'))
  expect(of('unknown')).toEqual(mapOf(3, 'r2'))
})

test("a server's script is that of the build that runs, not of one that came later", () => {
  const server: StackOrigin = { side: 'server' }
  const path = join(dir, 'build/server/index.js')

  expect(find(pathToFileURL(path).href, server)).toEqual(mapOf(7))
  expect(mapLookup(archive, build => build.builtAtMs < 5)(path, server)).toEqual(mapOf(6))
  expect(mapLookup(archive, () => false)(path, server)).toEqual(mapOf(7))
})

test('a build that comes later is found, at most every five seconds', () => {
  let nowMs = 0
  const look = mapLookup(
    archive,
    () => true,
    () => nowMs,
  )
  expect(look('https://shop.example/assets/later.js', browser)).toBe('own')
  add(6, 'client', { 'assets/later.js': idOf(8) })

  nowMs = 4_999
  expect(look('https://shop.example/assets/later.js', browser)).toBe('own')
  nowMs = 5_000
  expect(look('https://shop.example/assets/later.js', browser)).toEqual(mapOf(8))
})

test.each([
  ['another host', 'https://evil.example/assets/new.js', 'foreign'],
  ['another host of the same name in it', 'https://shop.example.evil.example/assets/new.js', 'foreign'],
  ['another scheme of the host', 'http://shop.example/assets/new.js', 'foreign'],
  ['another port', 'https://shop.example:8443/assets/new.js', 'foreign'],
  ['a name before the host', 'https://shop.example@evil.example/assets/new.js', 'foreign'],
  ['a file', `file://${'/etc/passwd'}`, 'foreign'],
  ['a path', '/etc/passwd', 'foreign'],
  ['what is under a path that goes up', 'https://shop.example/assets/../../../etc/passwd', 'foreign'],
  ['the same, escaped', 'https://shop.example/assets/..%2f..%2f..%2fetc/passwd.js', 'own'],
  ['a map by its own name', `https://shop.example/maps/r1/${idOf(1)}.map`, 'foreign'],
  ['a debug id of its own', 'https://shop.example/assets/00000000-0000-8000-8000-000000000001.js', 'own'],
  ['a page', 'https://shop.example/cart', 'foreign'],
  ['a name of Object', 'https://shop.example/__proto__', 'foreign'],
  ['a script of the server', `file://${'/build/server/index.js'}`, 'foreign'],
])('a browser that names %s has no map', (_, file, outcome) => {
  expect(find(file)).toBe(outcome)
})

test('whatever a stack names, what is read is a map of the lists', () => {
  const listed = new Set(
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap(n => ['r1', 'r2', 'r3'].map(release => mapOf(n, release).mapFile)),
  )
  const look = mapLookup(archive, () => true)
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '\\',
      '\0',
      'assets',
      'page.js',
      'new.js',
      'maps',
      'etc/passwd',
      idOf(1),
      ':',
      '//',
      '@',
      '?',
      '#',
    ),
    fc.string({ maxLength: 6, unit: 'binary' }),
  )
  const start = fc.constantFrom(
    'https://shop.example/',
    'http://shop.example/',
    'file:///',
    '/',
    '',
    'https://cdn.example/shop/',
    `${archive}/`,
  )
  const file = fc.tuple(start, fc.array(piece, { maxLength: 6 })).map(([from, pieces]) => from + pieces.join('/'))
  const teller = fc.oneof(
    fc.constant<StackOrigin>({ side: 'server' }),
    fc.record({
      side: fc.constant<'browser'>('browser'),
      origins: fc.array(fc.constantFrom('https://shop.example', 'file://', 'null', '')),
      release: fc.constantFrom('r1', '..', ''),
    }),
  )
  fc.assert(
    fc.property(file, teller, (named, by) => {
      const found = look(named, by)
      if (typeof found === 'object') expect(listed).toContain(found.mapFile)
    }),
    { numRuns: 1_000 },
  )
})
