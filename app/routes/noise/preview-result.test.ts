import { expect, test } from 'vitest'
import { describeDropPreview } from './preview-result.tsx'

const removable = { items: 1_204, traces: 0, exceptions: 1_204, issues: 3, assigned: 0, acknowledged: 0, of: [] }

test('a preview counts the affected issues, and those assigned or acknowledged', () => {
  const tell = (of: Partial<typeof removable>) =>
    describeDropPreview('log', { ...removable, ...of }, 'in the last 7 days')
  expect(tell({})).toMatch(/1,204 log records.*1,204 exceptions of 3 issues, in the last 7 days/)
  expect(tell({ assigned: 2 })).toContain('of 3 issues, 2 of them assigned, in the last')
  expect(tell({ acknowledged: 1 })).toContain('of 3 issues, 1 of them acknowledged, in the last')
  expect(tell({ assigned: 1, acknowledged: 2 })).toContain(
    'of 3 issues, 1 of them assigned, 2 acknowledged, in the last',
  )
})
