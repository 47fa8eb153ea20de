import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../../test/store/open-test-store.ts'
import { countReasons } from './count-reasons.server.ts'

test('the four issues with most failures are named, and the others are a link to all issues of the scope', async () => {
  const issues = ['a', 'b', 'c', 'd', 'e'].map((issue, i) => ({ issue, count: 10 - i }))
  await using store = await openTestStore(
    issues.map(({ issue }) => exceptionRow({ message: issue, attributes: { 'errata.issue.fingerprint': issue } })),
  )
  const asked = { total: 43, unnamed: 2, scope: { service: 'shop', last: '7d' } as const }
  const { reasons, others } = await countReasons(store, { issues, ...asked })
  expect(reasons.map(({ text }) => text)).toEqual([
    '10 × TypeError: a',
    '9 × TypeError: b',
    '8 × TypeError: c',
    '7 × TypeError: d',
  ])
  expect(others).toEqual([
    { text: '2 without an exception' },
    { text: '7 more', to: '/issues?tab=all&sort=events&last=7d&service=shop' },
  ])
})
