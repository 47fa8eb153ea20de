import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { assignServiceColours, distinguishColours, ServiceName } from './service-name.tsx'

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

test('up to twelve services that are shown together differ, and change none of their colours without need', () => {
  const everywhere = assignServiceColours(Array.from({ length: 40 }, (_, i) => `service ${i}`))
  const some = fc.uniqueArray(fc.oneof(fc.constantFrom(...everywhere.keys()), fc.string()), { maxLength: 12 })
  fc.assert(
    fc.property(some, shown => {
      const colours = distinguishColours(shown, everywhere)
      expect(new Set(shown.map(name => colours.get(name))).size).toBe(shown.length)
      const before = new Set(shown.map(name => everywhere.get(name)))
      if (before.size === shown.length && !before.has(undefined)) expect(colours).toEqual(everywhere)
    }),
  )
})
