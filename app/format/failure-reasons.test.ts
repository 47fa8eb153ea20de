import { expect, test } from 'vitest'
import { countReasons } from './failure-reasons.ts'

const failures = (...of: readonly string[]) =>
  of.map(text => {
    const [issue = '', error = ''] = text.split('|')
    return { issue, error }
  })

test.each([
  [[], ''],
  [['|A: x', 'i|', '|'], ''],
  [['i|A: x'], 'A: x'],
  [['i|A: x', 'j|A: y', 'j|A: y'], '2 × A: y, A: x'],
  [['i|A: 1', 'j|B: y: z', 'i|A: 2', 'j|B: y: z', 'j|B: y: z'], '3 × B: y: z, 2 × A'],
  [['i|A', 'j|B', 'k|C', 'l|D', 'm|E', 'm|E'], '2 × E, A, B, C and 1 other issue'],
])('the reasons of %j are %j', (of, text) => {
  const { reasons, others } = countReasons(failures(...of))
  expect(reasons.map(({ text }) => text).join(', ') + others).toBe(text)
})

test('a failure that stands for several counts as so many', () => {
  const all = [
    { issue: 'i', error: 'A', count: 2 },
    { issue: 'j', error: 'B' },
    { issue: 'i', error: 'A', count: 3 },
  ]
  expect(countReasons(all).reasons).toEqual([
    { issue: 'i', text: '5 × A' },
    { issue: 'j', text: 'B' },
  ])
})
