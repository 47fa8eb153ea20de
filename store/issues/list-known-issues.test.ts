import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nameIssue } from '../issue-events/name-issue.ts'
import { writePart } from '../issue-events/rules.ts'
import { stateIssues } from '../issue-events/state-issues.ts'
import { nsOfMs } from '../units.ts'
import { listKnownIssues } from './list-known-issues.ts'

test('lists the issues that have exceptions, those parted from them, and those that something was said of', async () => {
  await using store = await openTestStore([
    exceptionRow({ at: 1_000, attributes: { 'errata.issue.fingerprint': 'a' } }),
  ])
  const value = writePart({ by: 'route', is: '/cart' })
  const statements = [
    { issue: 'a', what: 'parted' as const, value },
    { issue: 'expired', what: 'owner' as const, value: 'Ann' },
  ]
  await stateIssues(store, { who: '', atNs: nsOfMs(Date.now()), statements })
  const part = nameIssue('a', value)
  expect(await listKnownIssues(store, { issues: ['a', part, 'b', 'expired', ''] })).toEqual(['a', part, 'expired'])
  expect(await listKnownIssues(store, { issues: ['a'] })).toEqual(['a'])
})
