import { expect, test } from 'vitest'
import { findParent } from './find-parent.ts'

const span = (spanId: string, parentSpanId: string, service: string, kind = 'Internal') => ({
  ...{ spanId, parentSpanId, service, kind },
})
const parentOf = <Span extends ReturnType<typeof span>>(of: Span, spans: readonly Span[]) =>
  findParent(
    of,
    Map.groupBy(spans, ({ spanId }) => spanId),
  )

test.each(['root', '', 'call'])('a server that shares the id of its call is below it, with the parent %j', parent => {
  const call = span('call', 'root', 'web', 'Client')
  const server = span('call', parent, 'pay', 'Server')
  const query = span('query', 'call', 'pay', 'Client')
  const spans = [span('root', '', 'web', 'Server'), server, call, query]
  expect(parentOf(server, spans)).toBe(call)
  expect(parentOf(query, spans)).toBe(server)
  expect(parentOf(call, spans)?.spanId).toBe('root')
})

test('a consumer is below the producer of its message', () => {
  const [sent, received] = [span('m', '', 'web', 'Producer'), span('m', '', 'mail', 'Consumer')]
  expect(parentOf(received, [received, sent])).toBe(sent)
})

test.each([
  ['of one service', span('a', 'root', 'web', 'Client')],
  ['with another parent', span('a', 'other', 'forger', 'Client')],
  ['that is no call', span('a', 'root', 'forger')],
])('a span with the same id %s is no parent', (_, other) => {
  const root = span('root', '', 'web', 'Server')
  expect(parentOf(span('a', 'root', 'web', 'Server'), [root, other])).toBe(root)
})

test('of parents with one id it is the one of the same service', () => {
  const own = span('a', '', 'desk')
  expect(parentOf(span('b', 'a', 'desk'), [span('a', '', 'forger'), own])).toBe(own)
  expect(parentOf(span('b', 'a', 'other'), [own])).toBe(own)
})
