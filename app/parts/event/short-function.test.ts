import { expect, test } from 'vitest'
import { shortFunction } from './short-function.ts'

test.each([
  ['com.example.checkout.PaymentGateway.charge PaymentGateway.java', 'PaymentGateway.charge PaymentGateway.java'],
  ['example.com/shop/stock/reserve.(*Store).Reserve reserve/store.go', 'reserve.(*Store).Reserve reserve/store.go'],
  ['github.com/jackc/pgx/v5.connect', 'v5.connect'],
  ['totalOf cart/total.ts', 'totalOf cart/total.ts'],
  ['rank recommendations/rank.py', 'rank recommendations/rank.py'],
  ['recommendations.rank.rank', 'recommendations.rank.rank'],
  ['Array.map', 'Array.map'],
  ['operator/', 'operator/'],
  ['', ''],
])('%s is shown as %s', (name, shown) => {
  expect(shortFunction(name)).toBe(shown)
})
