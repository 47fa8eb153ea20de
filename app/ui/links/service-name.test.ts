import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { assignServiceColours, ServiceName } from './service-name.tsx'

test('a service without a name has the colour of none that has one', () => {
  expect(renderToStaticMarkup(createElement(ServiceName, { name: '' }))).not.toContain('series-')
  expect(renderToStaticMarkup(createElement(ServiceName, { name: 'checkout' }))).toContain('series-')
})

test('up to twelve services have as many colours, in whatever order they are met', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 12 }), fc.func(fc.integer()), (names, key) => {
      const colours = assignServiceColours(names)
      expect(new Set(colours.values()).size).toBe(names.length)
      expect(assignServiceColours(names.toSorted((a, b) => key(a) - key(b)))).toEqual(colours)
    }),
  )
})

test('more services than colours share some', () => {
  const names = Array.from({ length: 30 }, (_, i) => `service ${i}`)
  const colours = assignServiceColours(names)
  expect([colours.size, new Set(colours.values()).size]).toEqual([30, 12])
})
