import { expect, test } from 'vitest'
import type { FoundSpan } from '../../../store/spans/find-spans.ts'
import type { TraceId } from '../../../store/units.ts'
import { foldSpans } from './fold-spans.ts'

const of = (id: string, more: Partial<FoundSpan> = {}): FoundSpan => ({
  id,
  startNs: 5n,
  durationNs: 10n,
  traceId: '0af7651916cd43dd8448eb211c80319c' as TraceId,
  spanId: 'b7ad6b7169203331',
  service: 'checkout',
  name: 'SELECT line_item',
  kind: 'Client',
  failed: false,
  statusMessage: '',
  route: '',
  httpStatus: 0,
  detail: 'SELECT price FROM line_item',
  isDatabaseCall: true,
  ...more,
})
const textsOf = (spans: readonly FoundSpan[], next?: FoundSpan) =>
  foldSpans(spans, next).map(({ text, durationNs }) => [text, durationNs])

test('three spans in succession that differ in nothing but their time are one row of their sum', () => {
  const [row, ...others] = foldSpans([of('a'), of('b', { durationNs: 12n }), of('c')], undefined)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    id: 'a',
    text: '3 × SELECT line_item',
    durationNs: 32n,
    spanId: '',
    isFolded: true,
    marks: 'name:"SELECT line_item"',
  })
})

test.each([
  { traceId: '1af7651916cd43dd8448eb211c80319c' as TraceId },
  { service: 'stock' },
  { name: 'SELECT stock' },
  { kind: 'Server' },
  { detail: 'SELECT currency FROM line_item' },
  { route: '/orders' },
  { failed: true },
  { originalTime: '7' },
])('a span that differs in %o ends a row, and two are not folded', other => {
  const one = ['SELECT line_item', 10n]
  const texts = textsOf([of('a'), of('b'), of('c', other), of('d'), of('e')])
  expect(texts).toHaveLength(5)
  expect(texts).toContainEqual(one)
})

test('a row that goes on in the next page says so, any other does not', () => {
  const three = [of('a'), of('b'), of('c')]
  expect(textsOf(three, of('d'))).toEqual([['3+ × SELECT line_item', 30n]])
  expect(textsOf(three, of('d', { name: 'commit' }))).toEqual([['3 × SELECT line_item', 30n]])
  expect(textsOf([...three, of('e', { name: 'commit' })], of('d'))[0]).toEqual(['3 × SELECT line_item', 30n])
})

test('five database calls in succession may be one for each row of a list; fewer, and other calls, are not said to be', () => {
  const rowOf = (count: number, more: Partial<FoundSpan> = {}) =>
    foldSpans(
      Array.from({ length: count }, () => of('a', more)),
      undefined,
    )[0]
  expect([rowOf(5), rowOf(4), rowOf(5, { isDatabaseCall: false })].map(row => row?.isRepeatedQuery)).toEqual([
    true,
    false,
    false,
  ])
})
