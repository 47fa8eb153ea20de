import { expect, test } from 'vitest'
import { isUncacheable } from './cache-control.ts'

test.each([undefined, null, 'no-store', 'no-cache', 'private', 'max-age=0', 'private, max-age=0, must-revalidate'])(
  '%s keeps a page from being shown again',
  value => {
    expect(isUncacheable(value)).toBe(true)
  },
)

test.each([
  'public',
  'max-age=60',
  'private, max-age=5',
  's-maxage=1',
  'immutable',
  'max-age=0, stale-while-revalidate=9',
])('%s lets it be shown again', value => {
  expect(isUncacheable(value)).toBe(false)
})
