import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addBuild, forgetOldest, listBuilds, type MappedBuild, mapFile } from './map-archive.ts'

let archive: string
beforeEach(() => {
  archive = mkdtempSync(join(tmpdir(), 'errata-maps-'))
})
afterEach(() => rmSync(archive, { recursive: true }))

const idOf = (n: number) => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`

/** A build with one script of its own, and one that all have. */
function add(n: number, { bytes = 10, ...other }: Partial<MappedBuild> & { bytes?: number } = {}): void {
  const scripts = { [`assets/own-${n}.js`]: idOf(n), 'assets/shared.js': idOf(999) }
  const build = { release: 'r1', side: 'client', builtAtMs: n, base: '/', scriptsFrom: '../client', scripts } as const
  addBuild(
    archive,
    { ...build, ...other },
    new Map([
      [idOf(n), 'm'.repeat(bytes)],
      [idOf(999), 'shared'],
    ]),
  )
}

const kept = () => listBuilds(archive).map(({ builtAtMs }) => builtAtMs)

test('lists builds of all releases, newest first', () => {
  add(1, { release: 'r1' })
  add(3, { release: 'r2' })
  add(2, { release: 'r1', side: 'server' })

  expect(kept()).toEqual([3, 2, 1])
})

test('keeps the newest of each side, and what they share', () => {
  for (const n of [1, 2, 3]) add(n)
  add(4, { side: 'server' })
  forgetOldest(archive, { builds: 2, bytes: 1_000 })

  expect(kept()).toEqual([4, 3, 2])
  const files = readdirSync(join(archive, 'r1')).filter(name => name.endsWith('.map'))
  expect(files).toEqual([2, 3, 4, 999].map(n => `${idOf(n)}.map`))
})

test('keeps as many as fit, and the newest whatever it takes', () => {
  add(1, { bytes: 100 })
  add(2, { bytes: 100 })
  add(3, { bytes: 500, release: 'r2' })
  forgetOldest(archive, { builds: 9, bytes: 300 })

  expect(kept()).toEqual([3])
  expect(readdirSync(archive)).toEqual(['r2'])
})

test('the same source built again is one build', () => {
  add(1)
  const [build] = listBuilds(archive)
  add(2, { scripts: build?.scripts ?? {} })

  expect(kept()).toEqual([2])
})

test('a release is never a path', () => {
  for (const release of ['../../evil', '..', 'a/b', '']) add(release.length, { release })

  expect(readdirSync(archive).sort()).toEqual(['_', '__.._evil', 'a_b', 'unreleased'])
})

test('a list with an id that is none, or cut short, is left out', () => {
  add(1)
  const [build] = listBuilds(archive)
  const folder = join(archive, 'r1')
  writeFileSync(join(folder, 'client-2.json'), JSON.stringify({ ...build, scripts: { 'a.js': '../../../etc/passwd' } }))
  writeFileSync(join(folder, 'client-3.json'), '{"release":"r1",')

  expect(kept()).toEqual([1])
  expect(build === undefined ? '' : mapFile(build, idOf(1))).toBe(join(folder, `${idOf(1)}.map`))
})
