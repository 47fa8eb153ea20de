import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../../test/store/open-test-store.ts'
import { queryReleases } from './query-releases.server.ts'

const HOUR_MS = 3_600_000

test('adoption is the share of the latest requests: a release that has replaced another has all of them', async () => {
  const of = (version: string, at: number) => spanRow({ at, resource: { 'service.version': version } })
  await using store = await openTestStore([of('1', 10 * HOUR_MS), of('1', 9 * HOUR_MS), of('2', 0)])

  const { deploys } = await queryReleases(store, { nowMs: Date.now() })
  expect(deploys.map(({ release, adoption }) => [release, adoption])).toEqual([
    ['2', { part: 1, whole: 1 }],
    ['1', { part: 0, whole: 1 }],
  ])
})
