import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Outage } from './outage.ts'
import { Part } from './part.tsx'

const show = (outage: Outage, tooMuch?: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Part of={{ outage }} name="Where it went" {...(tooMuch !== undefined && { tooMuch })}>
        {() => 'everything'}
      </Part>
    </MemoryRouter>,
  )

test('a part that could not be counted in time says its own limit where it has one, and of other outages what they are', () => {
  expect(show('timeout', 'An hour holds too much.')).toContain('cannot be said now. An hour holds too much.')
  expect(show('timeout')).toContain('did not answer in time.')
  expect(show('away', 'An hour holds too much.')).toContain('does not answer.')
})
