import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { nsOfMs } from '../units.ts'
import { listRisingIssues } from './list-rising-issues.ts'

const hourS = Math.floor(Date.now() / 3_600_000) * 3_600 - 3_600
const thrown = (seconds: number, service: string) => exceptionRow({ at: nsOfMs((hourS + seconds) * 1_000), service })

test('an issue with so many in an hour is told with its five minutes, and the hours that are usual', async () => {
  await using store = await openTestStore([
    ...[10, 20, 400].map(seconds => thrown(seconds, 'pay')),
    ...[10, 20].map(seconds => thrown(seconds, 'shop')),
    thrown(-86_400 + 10, 'pay'),
    thrown(-7_200, 'pay'),
  ])
  const of = { hours: [hourS], usualHours: [hourS - 86_400, hourS - 172_800], merges: NO_MERGES }
  expect(await listRisingIssues(store, { ...of, least: 3 })).toMatchObject([
    {
      service: 'pay',
      starts: [hourS, hourS + 300],
      counts: [2, 1],
      usualStarts: [hourS - 86_400],
      usualCounts: [1],
    },
  ])
})
