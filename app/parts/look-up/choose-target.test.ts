import { expect, test } from 'vitest'
import { parseLookUp } from '../../url/look-up.ts'
import { chooseTarget } from './choose-target.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const nothing = {
  ...{ digest: undefined, isIssue: false, isSession: false, isUser: false },
  ...{ traceId: undefined, span: undefined },
}
const lead = (typed: string, known = {}) => chooseTarget(parseLookUp(typed), { ...nothing, ...known }).page

test.each([
  ['price', 'price'],
  ['TypeError', 'TypeError'],
  ["reading 'id'", '"reading \'id\'"'],
])('the words %j lead to all issues with them', (text, q) => {
  expect(lead(text)).toBe(`/issues?${new URLSearchParams({ last: '14d', tab: 'all', q })}`)
})

test('a route leads to all issues of it', () => {
  expect(lead('/cart/:id')).toBe('/issues?last=14d&tab=all&route=%2Fcart%2F%3Aid')
})

test('a digest leads to its page, one of ours also where it was never seen', () => {
  expect(lead('K7M2X 9QD4R')).toBe('/digest/k7m2x9qd4r')
  expect(lead('Order-4711', { digest: 'order-4711', isUser: true })).toBe('/digest/order-4711')
})

test('a trace id leads to what it stands for', () => {
  expect(lead(traceId.toUpperCase())).toBe(`/digest/${traceId}`)
})

test('a session leads to its page, also where its id looks like that of a trace', () => {
  expect(lead(traceId, { isSession: true })).toBe(`/sessions/${traceId}`)
})

test('the id of an issue leads to its page, unless a digest is spelt like it', () => {
  expect(lead('9fdb1d9546d55c5e', { isIssue: true })).toBe('/issues/9fdb1d9546d55c5e')
  expect(lead('9fdb1d9546d55c5e', { isIssue: true, digest: '9fdb1d9546d55c5e' })).toBe('/digest/9fdb1d9546d55c5e')
})

test('a number leads to the trace, else to the span that it is the id of, unless it is that of something else', () => {
  const [short, spanId] = ['af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const span = { traceId, spanId, service: 'pay' }
  expect(lead(short, { traceId })).toBe(`/digest/${traceId}`)
  expect(lead(spanId, { span })).toBe(`/traces/${traceId}?span=${spanId}.pay#span`)
  expect(lead(`span_id=${spanId}`, { span })).toBe(`/traces/${traceId}?span=${spanId}.pay#span`)
  expect(lead(spanId, { span, isIssue: true })).toBe(`/issues/${spanId}`)
  expect(lead(spanId)).toBe(`/issues?last=14d&tab=all&q=${spanId}`)
})

test('a user leads to their page, also where the name looks like a digest that was never seen', () => {
  expect(lead('k7m2x9qd4r', { isUser: true })).toBe('/users/k7m2x9qd4r')
})
