import { expect, test } from 'vitest'
import { describeComparison } from './describe-comparison.ts'

const value = (value: string, selected: number, others: number, ofService = '') => ({
  value,
  ofService,
  selected,
  others,
  score: Math.abs(selected - others),
})
const keyOf = (key: string, ...values: readonly ReturnType<typeof value>[]) => ({
  key,
  also: [],
  score: 0,
  values,
})

test('the strongest differences are the most telling value of a key, none part of an earlier one, three in all, the most telling first', () => {
  const keys = [
    keyOf('name', value('POST', 0.1, 0.02), value('POST /orders', 0.1, 0.005)),
    keyOf('release', value('', 0.5, 0.1), value('0.10.0', 0.296, 0.08, 'recommendations')),
    keyOf('@http.request.method', value('POST', 0.2, 0.02)),
    keyOf('kind', value('internal', 0.2, 0.5)),
    keyOf('service', value('recommendations', 0.3, 0.1)),
    keyOf('resource.host.name', value('recommendations-2', 0.2, 0.1)),
    keyOf('resource.host.name', value('a', 0.2, 0.01)),
    keyOf('service', value('checkout', 0.2, 0.1)),
  ]
  expect(describeComparison({ keys, failures: [] })).toBe(
    'More frequent in the selection: host.name a 20 % (others 1 %), POST /orders 10 % (others 0.5 %), release 0.10.0 of recommendations 30 % (others 8 %).',
  )
})

test('what tells little beside the first is not named', () => {
  const keys = [keyOf('service', value('checkout', 0.9, 0.03)), keyOf('kind', value('client', 0.5, 0.4))]
  expect(describeComparison({ keys, failures: [] })).toBe(
    'More frequent in the selection: service checkout 90 % (others 3 %).',
  )
})

test('the kind of span is named only where nothing else differs, and a release with both of its services', () => {
  const kinds = [keyOf('name', value('POST', 0.22, 0.016)), keyOf('@url.scheme', value('http', 0.26, 0.11))]
  const causes = [
    keyOf('release', value('2.4.1', 0.26, 0.087, 'shop and shop-browser')),
    keyOf('service', value('shop-browser', 0.3, 0.2)),
  ]
  expect(describeComparison({ keys: [...kinds, ...causes], failures: [] })).toBe(
    'More frequent in the selection: release 2.4.1 of shop and shop-browser 26 % (others 8.7 %).',
  )
  expect(describeComparison({ keys: kinds, failures: [] })).toBe(
    'More frequent in the selection: POST 22 % (others 1.6 %).',
  )
})

test.each([
  [0.4, ''],
  [0.5, 'More frequent in the selection: service checkout 90 % (others 3 %).'],
])(
  'of several reasons the first of which is %f of the selection it is told what they have in common: %j',
  (first, told) => {
    const keys = [keyOf('service', value('checkout', 0.9, 0.03))]
    const failures = [keyOf('@error.type', value('TypeError', first, 0), value('500', 0.3, 0))]
    expect(describeComparison({ keys, failures })).toBe(told)
  },
)

test('without a difference there is nothing to say', () => {
  const keys = [keyOf('kind', { ...value('client', 0.5, 0.4), score: 0 })]
  expect(describeComparison({ keys, failures: [] })).toBe('')
})
