import { expect, test } from 'vitest'
import { buildFixture, startFixture } from './start-fixture.ts'

const paths = ['/fail/loader', '/fail/action', '/fail/middleware', '/fail/render', '/fail/thrown-data', '/api/fail']

/** Digests of the fixture's failures, in the order of `paths`. */
async function digestsOf(variant: Readonly<Record<string, string>>): Promise<(string | null)[]> {
  await using fixture = await startFixture({ buildDir: await buildFixture(variant) })
  const digests: (string | null)[] = []
  for (const path of paths) {
    const init = path === '/fail/action' ? { method: 'POST', body: new URLSearchParams({ n: '1' }) } : {}
    const answer = await fixture.request(path, init)
    digests.push(answer.headers.get('x-errata-digest'))
  }
  return digests
}

test('digests stay when hashes change and when unrelated code changes', async () => {
  const digests = await digestsOf({})
  expect(new Set(digests).size).toBe(paths.length)
  expect(digests).not.toContain(null)

  expect(await digestsOf({ FIXTURE_VARIANT: 'other-hashes' })).toEqual(digests)
  expect(await digestsOf({ FIXTURE_VARIANT: 'unrelated-code' })).toEqual(digests)
})
