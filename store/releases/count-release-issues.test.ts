import { expect, test } from 'vitest'
import { exceptionRow, type InsertedRow, openTestStore } from '../../test/store/open-test-store.ts'
import { recordIssueEvents } from '../issues/record-issue-events.ts'
import type { Store } from '../store.ts'
import { nsOfMs } from '../units.ts'
import { countReleaseIssues } from './count-release-issues.ts'
import { listReleaseIssues } from './list-release-issues.ts'
import { listReleases } from './list-releases.ts'

const DAY = 86_400_000

const crash = (type: string, daysAgo: number, version: string, service = 'shop'): InsertedRow =>
  exceptionRow({
    type,
    at: daysAgo * DAY,
    service,
    attributes: { 'errata.issue.fingerprint': type },
    resource: { 'service.version': version },
  })

const rows = [
  crash('Old', 5, '1'),
  crash('Always', 5, '1'),
  crash('Always', 3, '2'),
  crash('Gone', 3, '2'),
  crash('Always', 1, '3'),
  crash('New', 1, '3'),
  crash('Old', 0.9, '3'),
  crash('Gone', 0.5, '4'),
  crash('Always', 0.5, '4'),
  // Another service has other releases before its own 3.
  crash('Old', 2, '2', 'mail'),
  crash('Old', 1, '3', 'mail'),
]

const openStore = () => openTestStore(rows)
const countAll = async (store: Store) =>
  Object.fromEntries(await countReleaseIssues(store, { of: await listReleases(store, { limit: 100 }) }))

test('counts in one query what each release has new and back, as its own page does', async () => {
  await using store = await openStore()

  expect(await countAll(store)).toMatchObject({
    2: { new: 2, back: 0 },
    3: { new: 1, back: 1 },
    4: { new: 0, back: 1 },
  })
  for (const release of ['1', '2', '3', '4']) {
    const issues = await listReleaseIssues(store, { of: await listReleases(store, { release, limit: 10 }), limit: 10 })
    const countOf = (of: string) => issues.filter(({ change }) => change === of).length
    const { [release]: counted = { new: 0, back: 0 } } = await countAll(store)
    expect([release, counted]).toEqual([release, { new: countOf('new'), back: countOf('back') }])
  }
})

test('an issue that was merged into one of the previous release is not back', async () => {
  await using store = await openStore()
  const statements = [{ issue: 'Old', what: 'merged', value: 'Always' }] as const
  await recordIssueEvents(store, { who: 'Ann', atNs: nsOfMs(Date.now()), statements })

  expect(await countAll(store)).toMatchObject({ 3: { back: 0 }, 4: { back: 1 } })
})

test('without releases there is nothing to count', async () => {
  await using store = await openTestStore([])
  expect(await countAll(store)).toEqual({})
})
