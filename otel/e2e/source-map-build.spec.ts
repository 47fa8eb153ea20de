import { globSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBuilds } from '../lib/maps/map-archive.ts'
import { buildInto, fixtureDir, newBuildDir } from './build-fixture.ts'

const buildDir = newBuildDir()
let printed: string

beforeAll(async () => {
  printed = await buildInto(buildDir)
})
afterAll(() => rm(buildDir, { recursive: true, force: true }))

const scripts = (dir: string) => globSync('{client,server}/**/*.js', { cwd: dir }).sort()
const debugIdOf = (file: string) => /\n\/\/# debugId=([0-9a-f-]{36})\n$/.exec(readFileSync(file, 'utf8'))?.[1]

test('each script contains the id of a map, which is outside of what is served', () => {
  const maps = globSync('maps/3.2.1/*.map', { cwd: buildDir })
  // What the tools write themselves has no source; a route without code for browsers is an empty script.
  const ofTools = /\/(?:manifest|preload-helper|rolldown-runtime)-/
  const withCode = scripts(buildDir).filter(name => !ofTools.test(name) && statSync(join(buildDir, name)).size > 0)
  // A worker's script is in both builds, and the same.
  const ids = [...new Set(withCode.map(name => debugIdOf(join(buildDir, name))))]

  expect(globSync('{client,server}/**/*.map', { cwd: buildDir })).toEqual([])
  expect(maps.map(name => basename(name, '.map')).sort()).toEqual(ids.sort())
  expect(
    scripts(buildDir).filter(name => readFileSync(join(buildDir, name), 'utf8').includes('sourceMappingURL=')),
  ).toEqual([])
})

test('a map has its id in both spellings, paths of the project, and the functions of its sources', () => {
  const file = globSync('client/assets/browser-lazy-*.js', { cwd: buildDir }).map(name => join(buildDir, name))[0] ?? ''
  const debugId = debugIdOf(file)
  const map: unknown = JSON.parse(readFileSync(join(buildDir, 'maps/3.2.1', `${debugId}.map`), 'utf8'))

  expect(map).toMatchObject({
    version: 3,
    debugId,
    debug_id: debugId,
    sources: expect.arrayContaining(['app/routes/browser-lazy.tsx']),
    x_errata_functions: expect.arrayContaining([{ names: ['Lazy'], ranges: [0, 15, 2, 1, 0] }]),
  })
})

test('no map names a folder of the machine that built it', () => {
  const told = globSync('maps/*/*', { cwd: buildDir }).filter(name =>
    readFileSync(join(buildDir, name), 'utf8').includes(fixtureDir),
  )
  expect(told).toEqual([])
})

test('React Router does not warn about publicly served maps', () => {
  expect(printed).not.toContain('Source maps are enabled')
})

test('a build keeps the maps of those before, though it removes the build folder; ids are of content', async () => {
  const before = listBuilds(join(buildDir, 'maps'))
  await buildInto(buildDir, { FIXTURE_VARIANT: 'other-hashes' })
  await buildInto(buildDir)
  const after = listBuilds(join(buildDir, 'maps'))

  expect(after.filter(({ side }) => side === 'client')).toHaveLength(2)
  expect(after.find(({ side }) => side === 'client')?.scripts).toEqual(
    before.find(({ side }) => side === 'client')?.scripts,
  )
})

test("the app's own build.sourcemap is respected, with a warning", async () => {
  const dir = newBuildDir()
  try {
    const said = await buildInto(dir, { FIXTURE_VARIANT: 'maps-of-its-own' })

    expect(said).toContain('build.sourcemap is set: the maps are also served beside the scripts')
    expect(said).toContain('Source maps are enabled')
    const client = listBuilds(join(dir, 'maps')).find(({ side }) => side === 'client')
    const names = globSync('**/*.map', { cwd: join(dir, 'client') }).map(name => name.replace(/\.map$/, ''))
    expect(names.sort()).toEqual(Object.keys(client?.scripts ?? {}).sort())
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})

test('a build that would serve a map fails and names the map', async () => {
  const dir = newBuildDir()
  const said = await buildInto(dir, { FIXTURE_VARIANT: 'serves-a-map' }).catch(String)
  await rm(dir, { recursive: true, force: true })

  expect(said).toContain('the build would serve source maps: assets/served.js.map')
})
