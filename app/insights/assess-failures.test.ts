import { expect, test } from 'vitest'
import { assessFailures } from './assess-failures.ts'

test('an error rate is not red if failures stopped, or are no more than before and few or of callers', () => {
  const of = (failed: number, requests: number, before: number, more = {}) =>
    assessFailures({ failed: { now: failed, before }, requests: { now: requests, before: requests }, ...more })
  expect(of(8, 71, 3)).toEqual({ isBad: false, note: 'too few to tell' })
  expect(of(30, 71, 3)).toEqual({ isBad: true, note: '' })
  expect(of(5, 5, 5)).toEqual({ isBad: true, note: '' })
  expect(of(8, 710, 3)).toEqual({ isBad: true, note: '' })
  expect(of(8, 710, 3, { clientErrors: 8 })).toEqual({ isBad: false, note: '' })
  expect(of(8, 710, 3, { clientErrors: 7 })).toEqual({ isBad: true, note: '' })
  expect(of(80, 710, 3, { clientErrors: 80 })).toEqual({ isBad: true, note: '' })
  expect(of(80, 710, 3, { quietFor: '6 h' })).toEqual({ isBad: false, note: 'none for 6 h' })
  expect(of(1, 710, 0, { quietFor: '6 h' })).toEqual({ isBad: false, note: '' })
  expect(of(0, 71, 0)).toEqual({ isBad: false, note: '' })
})
