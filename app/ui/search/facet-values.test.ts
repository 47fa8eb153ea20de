import { expect, test } from 'vitest'
import { cutCommonStart, isMeasured } from './facet-values.ts'

test('cuts what all values start with, to a separator that stays', () => {
  expect(cutCommonStart(['https://shop.example/cart', 'https://shop.example/search?q=x', ''])).toEqual([
    '…/cart',
    '…/search?q=x',
    '',
  ])
  expect(cutCommonStart(['com.example.shop.Cart', 'com.example.shop.Checkout'])).toEqual(['….Cart', '….Checkout'])
})

test('cuts nothing that is short, ends within a word, or stands alone', () => {
  for (const values of [
    ['/cart', '/checkout'],
    ['production-eu-1', 'production-us-1'],
    ['https://shop.example/cart'],
    [],
  ])
    expect(cutCommonStart(values)).toEqual(values)
})

test('never leaves a value without text', () => {
  expect(cutCommonStart(['https://shop.example', 'https://shop.example/'])).toEqual(['….example', '….example/'])
})

test('measurements and structures are no choice, codes and versions are', () => {
  expect(isMeasured(['223.7', '96', '0.01', '1024.5', '7', '8.25'])).toBe(true)
  expect(isMeasured(['{"a":1}', 'x'])).toBe(true)
  for (const values of [['200', '404', '500', '502', '503', '201'], ['1.1', '2'], ['2.4.1', '2.4.0'], ['', 'a'], []])
    expect(isMeasured(values)).toBe(false)
})
