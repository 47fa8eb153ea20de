import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readMaps } from './read-maps.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function buildOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-build-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const id = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
const about = (release: string, side: string, builtAtMs: number, scripts: Record<string, string>) =>
  JSON.stringify({ release, side, builtAtMs, base: '/', scriptsFrom: `../${side}`, scripts })

const archive = {
  'maps/1.0.0/client-1.json': about('1.0.0', 'client', 1, { 'assets/a-1.js': id('a') }),
  [`maps/1.0.0/${id('a')}.map`]: 'map a',
  'maps/1.1.0/client-2.json': about('1.1.0', 'client', 2, { 'assets/b-2.js': id('b') }),
  'maps/1.1.0/server-2.json': about('1.1.0', 'server', 2, { 'index.js': id('c') }),
  [`maps/1.1.0/${id('b')}.map`]: 'map b',
  [`maps/1.1.0/${id('c')}.map`]: 'map c',
}

const read = (folder: string, release = '') => {
  const { maps, ...rest } = readMaps(folder, release)
  return { ...rest, maps: maps.map(map => ({ ...map, read: map.read() })) }
}

test('takes the newest release that the plugin keeps, or the one that is named', () => {
  const folder = buildOf(archive)
  const newest = {
    release: '1.1.0',
    maps: [
      { script: 'assets/b-2.js', debugId: id('b'), read: 'map b' },
      { script: 'server/index.js', debugId: id('c'), read: 'map c' },
    ],
  }
  expect(read(folder)).toEqual(newest)
  expect(read(join(folder, 'maps'))).toEqual(newest)
  expect(read(folder, '1.0.0').maps).toEqual([{ script: 'assets/a-1.js', debugId: id('a'), read: 'map a' }])
})

test('lists the existing releases if the requested one is missing', () => {
  expect(() => readMaps(buildOf(archive), '2.0.0')).toThrow('has no build of release 2.0.0: it has 1.1.0, 1.0.0.')
})

test('takes the maps beside the scripts of any other build tool, by their debug ids or by what they hold', () => {
  const own = JSON.stringify({ version: 3, debug_id: id('d').toUpperCase() })
  const folder = buildOf({
    'static/js/main.1a2b.js.map': own,
    'x.mjs.map': '{"version":3}',
    'node_modules/y/y.js.map': '{}',
    'a.css.map': '{}',
  })

  expect(read(folder, '7').maps.map(({ script, debugId }) => [script, debugId])).toEqual([
    ['static/js/main.1a2b.js', id('d')],
    ['x.mjs', '9af23cea-10a4-78f3-bb91-6ff35c07a36d'],
  ])
})

test.each(['', '{', 'null', '{"version":2}'])('names a file that is no map: %s', text => {
  expect(() => readMaps(buildOf({ 'a.js.map': text }), '1')).toThrow('a.js.map is no source map of version 3.')
})

test.each([
  ['/no/such/folder', '1', 'There is no folder /no/such/folder.'],
  [undefined, '1', "has no source maps: build with them (build.sourcemap: 'hidden')."],
  [undefined, '', 'No release given: add --release 1.2.3.'],
])('says what is missing: %s %s', (folder, release, words) => {
  const faulty = () => readMaps(folder ?? buildOf({ 'a.js': '' }), release)
  expect(faulty).toThrow(words)
})
