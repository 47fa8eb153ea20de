import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountingTable } from './accounting.tsx'

test('where it went says of what could not be counted in time that it is too much, and of a time that begins that it does', () => {
  expect(renderToStaticMarkup(<AccountingTable conservation="too much" />)).toContain('holds more than can be counted')
  expect(renderToStaticMarkup(<AccountingTable conservation={undefined} />)).toContain('has only begun')
})
