import { expect, test } from 'vitest'
import { describeComparison } from './describe-comparison.ts'

const value = (value: string, selected: number, others: number, ofService = '') => ({
  value,
  ofService,
  selected,
  others,
  score: Math.abs(selected - others),
})
const keyOf = (key: string, ...values: readonly ReturnType<typeof value>[]) => ({ key, also: [], values })

test('the strongest differences are the value that the selection has most more of, one a key, none part of an earlier one, three in all', () => {
  const keys = [
    keyOf('name', value('POST', 0.1, 0.02), value('POST /orders', 0.1, 0.005)),
    keyOf('release', value('', 0.5, 0.1), value('0.10.0', 0.296, 0.08, 'recommendations')),
    keyOf('@http.request.method', value('POST', 0.2, 0.02)),
    keyOf('kind', value('internal', 0.2, 0.5)),
    keyOf('service', value('recommendations', 0.3, 0.1)),
    keyOf('resource.host.name', value('recommendations-2', 0.2, 0.1)),
    keyOf('resource.host.name', value('a', 0.2, 0)),
    keyOf('service', value('checkout', 0.2, 0.1)),
  ]
  expect(describeComparison({ keys })).toBe(
    'More frequent in the selection: POST /orders 10 % (others 0.5 %), release 0.10.0 of recommendations 30 % (others 8 %), host.name a 20 % (others 0 %).',
  )
})

test('without a difference there is nothing to say', () => {
  expect(describeComparison({ keys: [keyOf('kind', { ...value('client', 0.5, 0.4), score: 0 })] })).toBe('')
})
