import { expect, test } from 'vitest'
import { foldExceptions, type UserException } from './fold-exceptions.server.ts'

const MINUTE_NS = 60_000_000_000n
const of = (id: string, more: Partial<UserException> = {}): UserException => ({
  ...{ id, atNs: 5n, shape: 'log', issue: 'redis', type: 'TimeoutError', message: '', service: 'stock', route: '/' },
  ...{ release: '1', digest: '', traceId: '', spanId: '', sessionId: '', user: '', attempts: 1 },
  ...more,
})
const fold = (exceptions: readonly UserException[]) => foldExceptions(exceptions, issue => `/list/${issue}`)
const idsOf = (exceptions: readonly UserException[]) => fold(exceptions).map(({ id, count }) => [id, count])

test('exceptions in succession of one issue are one row, with their sessions, the latest trace and the list of each', () => {
  const [a, b] = [
    of('a', { traceId: 'ab', sessionId: 's', atNs: MINUTE_NS }),
    of('b', { route: '/cart', sessionId: 't' }),
  ]
  expect(fold([a, b, of('c', { sessionId: 's', atNs: 3n })])).toEqual([
    expect.objectContaining({
      id: 'a',
      count: 3,
      timesNs: [3n, MINUTE_NS],
      route: '2 routes',
      links: [
        { text: 'Latest trace', to: '/traces/ab' },
        { text: '2 sessions', to: '/list/redis' },
      ],
    }),
  ])
  expect(fold([of('a'), of('b', { atNs: 6n })])).toMatchObject([
    { route: '/', count: 2, timesNs: [6n], links: [{ text: 'Each', to: '/list/redis' }] },
  ])
  expect(fold([of('a', { traceId: 'ab' }), of('b', { atNs: 6n })])[0]?.links[0]?.text).toBe('First trace')
})

test.each([
  { issue: 'cart' },
  { service: 'shop' },
  { release: '2' },
  { originalTime: '7' },
  { atNs: 86_400_000_000_000n },
])('an exception that differs in %o ends a row', other => {
  expect(idsOf([of('a'), of('b'), of('c', other), of('d')])).toEqual([
    ['a', 2],
    ['c', 1],
    ['d', 1],
  ])
})

test('exceptions without an issue stay apart', () => {
  const issue = ''
  expect(idsOf([of('a', { issue }), of('b', { issue }), of('c', { issue })])).toHaveLength(3)
})
