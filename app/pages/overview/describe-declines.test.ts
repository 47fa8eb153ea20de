import { expect, test } from 'vitest'
import { describeDeclines } from './describe-declines.server.ts'

const of = (service: string, usual: number, { minutes = 60, recent = 0 } = {}) => ({ service, minutes, recent, usual })

test('services without requests are one headline, with what is usual for each', () => {
  expect(describeDeclines([of('shop', 1_228), of('stock', 140)])).toEqual({
    title: 'No transactions of 2 services in the last 60 min',
    services: [
      { service: 'shop', text: 'usually 1,228' },
      { service: 'stock', text: 'usually 140' },
    ],
  })
  expect(describeDeclines([of('shop', 30, { minutes: 15 })])).toMatchObject({
    title: 'No transactions of shop in the last 15 min',
  })
  expect(describeDeclines([of('shop', 30, { minutes: 15 }), of('stock', 40)])).toMatchObject({
    title: 'No transactions of 2 services in the last 15 min',
    services: [{ text: 'usually 30 in 15 min' }, { text: 'usually 40 in 60 min' }],
  })
  expect(describeDeclines([])).toBeUndefined()
})

test('what is left is told with its share, and times that differ with each service', () => {
  expect(describeDeclines([of('shop', 30, { minutes: 15 }), of('cart', 60, { recent: 4 })])).toEqual({
    title: 'A tenth or less of the usual transactions of 2 services lately',
    services: [
      { service: 'shop', text: 'usually 30 in 15 min' },
      { service: 'cart', text: '4 (6.67 %), usually 60 in 60 min' },
    ],
  })
})
