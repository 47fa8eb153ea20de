import { expect, test } from 'vitest'
import { serviceColours } from './service-name.tsx'

test('up to eight services of one picture have eight colours', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  expect(new Set(serviceColours(names).values()).size).toBe(8)
})

test('more services than colours share some', () => {
  const names = Array.from({ length: 20 }, (_, i) => `service ${i}`)
  expect(serviceColours(names).size).toBe(20)
})

test('the colours do not depend on the order in which services are met', () => {
  expect(serviceColours(['desk', 'desk-browser', 'shop'])).toEqual(
    serviceColours(['shop', 'desk-browser', 'desk', 'desk']),
  )
})
