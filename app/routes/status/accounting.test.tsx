import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WhereItWent } from './accounting.tsx'

test('where it went says of what could not be counted in time that it is too much, and of a time that begins that it does', () => {
  expect(renderToStaticMarkup(<WhereItWent conservation="too much" />)).toContain('holds more than can be counted')
  expect(renderToStaticMarkup(<WhereItWent conservation={undefined} />)).toContain('has only begun')
})
