import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildFixture, type Fixture, type Server, startFixture } from './start-fixture.ts'

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

async function digestsOfVariant(fixture: Fixture, variant: string): Promise<(string | null)[]> {
  const buildDir = await buildFixture({ FIXTURE_VARIANT: variant })
  try {
    await using server = await fixture.startAnother({ buildDir })
    return await digestsOf(server)
  } finally {
    await rm(buildDir, { recursive: true, force: true })
  }
}

test('digests stay when hashes change and when unrelated code changes', async () => {
  await using fixture = await startFixture()
  const digests = await digestsOf(fixture)
  expect(new Set(digests).size).toBe(paths.length)
  expect(digests).not.toContain(null)

  expect(await digestsOfVariant(fixture, 'other-hashes')).toEqual(digests)
  expect(await digestsOfVariant(fixture, 'unrelated-code')).toEqual(digests)
})
