import { expect, test } from 'vitest'
import { describeDifference } from './describe-difference.ts'

const shares = (value: string, selected: number, others: number, score = Math.abs(selected - others)) => ({
  value,
  ofService: '',
  selected,
  others,
  score,
})

test.each([
  [
    '@http.request.method',
    [shares('POST', 0.2, 0.039)],
    '20 % of failed spans have http.request.method POST, 3.9 % of the others.',
  ],
  [
    'release',
    [{ ...shares('0.10.0', 0.36, 0.09), ofService: 'recommendations' }, shares('2.4.1', 0.2, 0.1)],
    '36 % of failed spans have release 0.10.0 of recommendations, 9 % of the others.',
  ],
  [
    'route',
    [shares('/', 0.3, 0.2, 0), shares('/products', 0, 0.13)],
    '0 % of failed spans have route /products, 13 % of the others.',
  ],
  ['route', [shares('', 0.6, 0.3), shares('/', 0.4, 0.7)], '40 % of failed spans have route /, 70 % of the others.'],
  [
    'route',
    [shares('', 0.6, 0.3), shares('/', 0.4, 0.7, 0)],
    '60 % of failed spans have no route, 30 % of the others.',
  ],
  ['route', [shares('/', 0.3, 0.2, 0)], ''],
])('the first difference of %s that is not by chance, in words', (key, values, text) => {
  expect(describeDifference({ key, values }, 'failed spans')).toBe(text)
})
