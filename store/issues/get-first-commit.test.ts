import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { getFirstCommit } from './get-first-commit.ts'
import { NO_MERGES } from './merges.ts'

const firstSeenNs = nsOfMs(Date.now() - 60_000)
const of = (fingerprint: string, at: bigint, resource: Readonly<Record<string, string>>) =>
  exceptionRow({ at, attributes: { 'errata.issue.fingerprint': fingerprint }, resource })

test('the commit of an issue is that of its first exception', async () => {
  await using store = await openTestStore([
    of('known', firstSeenNs, {
      'service.version': '2.0.0',
      'vcs.ref.head.revision': 'a'.repeat(40),
      'vcs.ref.head.name': 'main',
      'vcs.repository.url.full': 'https://example.com/shop',
    }),
    of('known', firstSeenNs + 1n, { 'service.version': '2.0.1', 'vcs.ref.head.revision': 'b'.repeat(40) }),
    of('untold', firstSeenNs, { 'service.version': '2.0.0' }),
  ])

  expect(await getFirstCommit(store, { issue: 'known', merges: NO_MERGES, firstSeenNs })).toMatchObject({
    ...{ release: '2.0.0', revision: 'a'.repeat(40), branch: 'main', repository: 'https://example.com/shop' },
    isBrowser: false,
  })
  expect(await getFirstCommit(store, { issue: 'untold', merges: NO_MERGES, firstSeenNs })).toBeUndefined()
  expect(await getFirstCommit(store, { issue: 'known', merges: NO_MERGES, firstSeenNs: 1n })).toBeUndefined()
})
