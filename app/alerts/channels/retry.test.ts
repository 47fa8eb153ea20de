import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFinalStatus, isGone, MAX_ATTEMPTS, readRetryAfterMs, retryDelayMs } from './retry.ts'

const failed = { message: 'm', attempt: 1, isFinal: false, retryAfterMs: undefined }

describe('the wait after a failed attempt', () => {
  test('grows from 10 s to 12 h, with at most a fifth more', () => {
    for (const [attempt, seconds] of [10, 30, 120, 600, 1_800, 7_200, 21_600, 43_200].entries()) {
      const waitMs = retryDelayMs({ ...failed, attempt: attempt + 1 })
      expect(waitMs).toBeGreaterThanOrEqual(seconds * 1_000)
      expect(waitMs).toBeLessThanOrEqual(seconds * 1_200)
    }
  })

  test('ends with the ninth attempt, and with a final refusal', () => {
    expect(MAX_ATTEMPTS).toBe(9)
    expect(retryDelayMs({ ...failed, attempt: 9 })).toBeUndefined()
    expect(retryDelayMs({ ...failed, isFinal: true })).toBeUndefined()
  })

  test('is what the receiver asks for, at most an hour', () => {
    expect(retryDelayMs({ ...failed, retryAfterMs: 60_000 })).toBe(60_000)
    expect(retryDelayMs({ ...failed, retryAfterMs: 86_400_000 })).toBe(3_600_000)
  })

  test('is not shortened by what the receiver asks for', () => {
    expect(retryDelayMs({ ...failed, attempt: 3, retryAfterMs: 1_000 })).toBeGreaterThanOrEqual(120_000)
  })

  test('depends on nothing but the message and the attempt, and differs between messages', () => {
    const waits = Array.from({ length: 50 }, (_, i) => retryDelayMs({ ...failed, message: `message ${i}` }))
    expect(waits).toEqual(Array.from({ length: 50 }, (_, i) => retryDelayMs({ ...failed, message: `message ${i}` })))
    expect(new Set(waits).size).toBeGreaterThan(40)
  })

  test('is positive for any message and attempt, or there is none', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (message, attempt) => {
        expect(retryDelayMs({ ...failed, message, attempt }) ?? 10_000).toBeGreaterThanOrEqual(10_000)
      }),
    )
  })
})

test('redirects and refusals are final, but not those that pass', () => {
  expect([301, 307, 400, 401, 403, 404, 410, 422].map(isFinalStatus)).toEqual(Array(8).fill(true))
  expect([0, 408, 425, 429, 500, 502, 503].map(isFinalStatus)).toEqual(Array(7).fill(false))
})

test('a receiver is gone for good with 410', () => {
  expect([404, 410].map(isGone)).toEqual([false, true])
})

test('Retry-After is seconds or a date, and at most an hour', () => {
  const nowMs = Date.UTC(2026, 10, 29, 12)
  expect(readRetryAfterMs('120', nowMs)).toBe(120_000)
  expect(readRetryAfterMs('Sun, 29 Nov 2026 12:00:30 GMT', nowMs)).toBe(30_000)
  expect(readRetryAfterMs('Sun, 29 Nov 2026 11:00:00 GMT', nowMs)).toBe(0)
  expect(readRetryAfterMs('86400', nowMs)).toBe(3_600_000)
  for (const text of [null, '', 'soon', '-1', '1.5']) expect(readRetryAfterMs(text, nowMs)).toBeUndefined()
})
