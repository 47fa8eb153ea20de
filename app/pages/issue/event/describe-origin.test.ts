import { expect, test } from 'vitest'
import { describeOrigin } from './describe-origin.ts'

test('an event that is of a browser extension says so, any other says nothing', () => {
  expect(describeOrigin({ 'errata.exception.origin': 'browser_extension' })).toBe(
    "From an extension of the visitor's browser, not from the app",
  )
  expect(describeOrigin({ 'errata.exception.source': 'window.error' })).toBeUndefined()
})
