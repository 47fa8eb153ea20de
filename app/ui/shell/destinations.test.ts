import { expect, test } from 'vitest'
import { findDestinations } from './destinations.ts'

const services = ['checkout', 'shop', 'shop-browser']
const find = (typed: string, address = '') => findDestinations(typed, new URLSearchParams(address), services)

test('without a text there are the pages, in the scope that is chosen', () => {
  expect(find('', 'last=7d&route=%2Fcart').map(({ to }) => to)).toEqual([
    '/?last=7d',
    '/exceptions?last=7d',
    '/traces?last=7d',
    '/releases?last=7d',
    '/status?last=7d',
  ])
})

test('a page is before what its name may mean as a text', () => {
  expect(find('exc')[0]).toEqual({ label: 'Exceptions', to: '/exceptions', kind: 'page' })
})

test('a digest is looked up first', () => {
  expect(find(' k7m2x9qd4r ')[0]).toEqual({ label: 'Look up k7m2x9qd4r', to: '/find?q=k7m2x9qd4r', kind: 'look up' })
})

test('a text with a leading slash is a route', () => {
  expect(find('/cart').map(({ to }) => to)).toEqual([
    '/exceptions?route=%2Fcart',
    '/traces?route=%2Fcart',
    '/find?q=%2Fcart',
  ])
})

test('a service takes the place of the one that is chosen', () => {
  expect(find('shop-b', 'service=checkout').at(-1)).toEqual({
    label: 'shop-browser',
    to: '/traces?service=shop-browser',
    kind: 'service',
  })
})
