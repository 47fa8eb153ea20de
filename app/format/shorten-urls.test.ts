import { expect, test } from 'vitest'
import { shortenUrls } from './shorten-urls.ts'

test('of the URL of a file its name is left, other URLs and text stay whole', () => {
  expect(shortenUrls('no module: https://shop.example/assets/checkout-Cq3vT0xy.js')).toBe(
    'no module: …/checkout-Cq3vT0xy.js',
  )
  for (const text of ['GET https://shop.example/cart', 'at https://shop.example', 'a/b.js', ''])
    expect(shortenUrls(text)).toBe(text)
})
