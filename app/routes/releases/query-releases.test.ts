import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../../test/store/open-test-store.ts'
import { queryReleaseCharts } from './query-release-charts.server.ts'
import { queryRelease, queryReleases } from './query-releases.server.ts'

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

test('the charts of a release show its requests, those of others, and failures, over the same time before and after it', async () => {
  const of = (version: string, at: number, status: 'Ok' | 'Error' = 'Ok') =>
    spanRow({ at, kind: 'Server', status, resource: { 'service.version': version } })
  await using store = await openTestStore([
    of('1', 20 * HOUR_MS),
    of('1', 8 * HOUR_MS),
    of('1', 7 * HOUR_MS),
    of('2', 6 * HOUR_MS, 'Error'),
    of('2', 3 * HOUR_MS),
    of('3', HOUR_MS),
  ])

  const nowMs = Date.now()
  const found = await queryRelease(store, { nowMs, release: '2' })
  if (found === undefined) expect.fail('it is not known')
  const { adoption, errorRate } = await queryReleaseCharts(store, { deploy: found.deploy, nowMs, days: 14 })
  const filled = ({ table }: typeof adoption) =>
    table.rows.map(([, ...cells]) => cells).filter(of => of.some(cell => !/^0/.test(cell)))
  expect(filled(adoption)).toEqual([
    ['0', '1'],
    ['0', '1'],
    ['1', '0'],
    ['1', '0'],
    ['0', '1'],
  ])
  expect(filled(errorRate)).toEqual([['100 %']])
})
