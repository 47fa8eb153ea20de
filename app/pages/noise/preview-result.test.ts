import { expect, test } from 'vitest'
import { describeDropPreview } from './preview-result.tsx'

const removable = { items: 1_204, traces: 0, exceptions: 1_204, issues: 3, assigned: 0, acknowledged: 0, of: [] }

test('a preview counts the affected issues, and those assigned or acknowledged', () => {
  const tell = (of: Partial<typeof removable>) => describeDropPreview('log', { ...removable, ...of }, 'last 7 days')
  expect(tell({})).toMatch(
    /1,204 log records of the stored data \(last 7 days\), including 1,204 exceptions of 3 issues\.$/,
  )
  expect(tell({ assigned: 2 })).toContain('of 3 issues, 2 of them assigned.')
  expect(tell({ acknowledged: 1 })).toContain('of 3 issues, 1 of them acknowledged.')
  expect(tell({ assigned: 1, acknowledged: 2 })).toContain('of 3 issues, 1 of them assigned, 2 acknowledged.')
})
