import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildFixture } from './build-fixture.ts'
import { type Fixture, type Server, startFixture } from './start-fixture.ts'

const paths = ['/fail/loader', '/fail/action', '/fail/middleware', '/fail/render', '/fail/thrown-data', '/api/fail']

/** Digests of the fixture's failures, in the order of `paths`. */
async function digestsOf(server: Server): Promise<(string | null)[]> {
  const digests: (string | null)[] = []
  for (const path of paths) {
    const init = path === '/fail/action' ? { method: 'POST', body: new URLSearchParams({ n: '1' }) } : {}
    const answer = await server.request(path, init)
    digests.push(answer.headers.get('x-errata-digest'))
  }
  return digests
}

/** The scripts that a page loads, by the names that the build gave them. */
async function assetsOf(server: Server): Promise<string[]> {
  const { text } = await server.request('/')
  return [...new Set(text.match(/\/assets\/[\w.-]+\.js/g))].sort()
}

async function ofVariant(fixture: Fixture, variant: string) {
  const buildDir = await buildFixture({ FIXTURE_VARIANT: variant })
  try {
    await using server = await fixture.startAnother({ buildDir })
    return { digests: await digestsOf(server), assets: await assetsOf(server) }
  } finally {
    await rm(buildDir, { recursive: true, force: true })
  }
}

test('digests stay when hashes change and when unrelated code changes', async () => {
  await using fixture = await startFixture()
  const digests = await digestsOf(fixture)
  expect(new Set(digests).size).toBe(paths.length)
  expect(digests).not.toContain(null)

  const assets = await assetsOf(fixture)
  expect(assets.length).toBeGreaterThan(0)

  const otherHashes = await ofVariant(fixture, 'other-hashes')
  // Not one name is the same: what the build is told takes effect.
  expect(otherHashes.assets.filter(name => assets.includes(name))).toEqual([])
  expect(otherHashes.digests).toEqual(digests)

  const unrelatedCode = await ofVariant(fixture, 'unrelated-code')
  expect(unrelatedCode.assets).not.toEqual(assets)
  expect(unrelatedCode.digests).toEqual(digests)

  // The minifier's names are other ones then; without names they are other digests than those of above.
  const minified = await ofVariant(fixture, 'minified-server')
  expect(new Set(minified.digests).size).toBe(paths.length)
  expect((await ofVariant(fixture, 'minified-server-unrelated-code')).digests).toEqual(minified.digests)
})
