import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../../test/store/open-test-store.ts'
import { previousOf } from '../../parts/release-comparison/merge-releases.ts'
import { queryRelease, queryReleases } from '../../parts/release-comparison/query-releases.server.ts'
import { describeVerdict } from '../../parts/release-comparison/summarize-release.ts'
import { queryReleaseCharts } from './query-release-charts.server.ts'

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
    table.rows.map(([, ...cells]) => cells).filter(of => of.some(cell => !/^(0|unknown)/.test(cell)))
  expect(filled(adoption)).toEqual([
    ['0', '1'],
    ['0', '1'],
    ['1', '0'],
    ['1', '0'],
    ['0', '1'],
  ])
  expect(filled(errorRate)).toEqual([['100 %', 'unknown']])
  // It has a line where there were requests, as far as none failed.
  expect(errorRate.table.rows.filter(([, , none]) => none === '0 %')).toHaveLength(4)
})

test('a release says the same of itself in the list and on its page, and all of the page has one baseline', async () => {
  const of = (version: string, at: number, failed: number) =>
    Array.from({ length: 100 }, (_, i) =>
      spanRow({
        at: at + i,
        kind: 'Server',
        name: 'GET /pay',
        status: i < failed ? 'Error' : 'Ok',
        attributes: { 'http.route': '/pay' },
        resource: { 'service.version': version },
      }),
    )
  const thrown = (type: string, version: string, at: number) =>
    exceptionRow({
      at,
      type,
      attributes: { 'errata.issue.fingerprint': type },
      resource: { 'service.version': version },
    })
  await using store = await openTestStore([
    ...of('1', 9 * HOUR_MS, 0),
    ...of('2', 6 * HOUR_MS, 60),
    thrown('Since2', '2', 5 * HOUR_MS),
    ...of('3', 3 * HOUR_MS, 20),
    thrown('Since2', '3', 2 * HOUR_MS),
  ])
  const asked = { nowMs: Date.now(), release: '3' }

  const { deploys } = await queryReleases(store, { nowMs: asked.nowMs })
  const listed = [deploys[0], deploys[0]?.withPrevious].map(one => one && describeVerdict(one).text)
  expect(listed).toEqual(['worse than 1', 'better than 2'])
  const onPage = async (than: string) => {
    const found = await queryRelease(store, { ...asked, than })
    return {
      verdicts: found?.comparisons.map(one => describeVerdict(one).text),
      baseline: found && previousOf(found.deploy),
      failedBefore: found?.deploy.failedBefore.part,
      failedBeforeOfRoutes: found?.durations.map(({ failedBefore }) => failedBefore),
      changes: found?.issues.map(({ change }) => change),
    }
  }
  expect(await onPage('')).toEqual({
    verdicts: listed,
    baseline: '1',
    failedBefore: 0,
    failedBeforeOfRoutes: [0],
    changes: ['new'],
  })
  expect(await onPage('2')).toEqual({
    verdicts: listed,
    baseline: '2',
    failedBefore: 60,
    failedBeforeOfRoutes: [60],
    changes: ['still'],
  })
  expect(await queryRelease(store, { ...asked, than: '4' })).toBeUndefined()
})
