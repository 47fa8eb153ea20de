import { expect, test } from 'vitest'
import { foldExceptions, type UserException } from './fold-exceptions.server.ts'

const of = (id: string, more: Partial<UserException> = {}): UserException => ({
  ...{ id, atNs: 5n, shape: 'log', issue: 'redis', type: 'TimeoutError', message: '', service: 'stock', route: '/' },
  ...{ release: '1', digest: '', traceId: '', spanId: '', sessionId: '', user: '' },
  ...more,
})
const fold = (exceptions: readonly UserException[]) => foldExceptions(exceptions, issue => `/list/${issue}`)
const idsOf = (exceptions: readonly UserException[]) => fold(exceptions).map(({ id, count }) => [id, count])

test('three exceptions in succession of one issue are one row, with their sessions and the list of each', () => {
  const [a, b] = [of('a', { traceId: 'ab', sessionId: 's' }), of('b', { route: '/cart', sessionId: 't' })]
  expect(fold([a, b, of('c', { sessionId: 's' })])).toEqual([
    expect.objectContaining({
      id: 'a',
      count: 3,
      route: '2 routes',
      links: [
        { text: 'Trace', to: '/traces/ab' },
        { text: '2 sessions', to: '/list/redis' },
      ],
    }),
  ])
  expect(fold([of('a'), of('b'), of('c')])).toMatchObject([
    { route: '/', links: [{ text: 'Each', to: '/list/redis' }] },
  ])
})

test.each([{ issue: 'cart' }, { service: 'shop' }, { release: '2' }, { originalTime: '7' }])(
  'an exception that differs in %o ends a row, and two are not folded',
  other => {
    const each = ['a', 'b', 'c', 'd', 'e'].map(id => [id, 1])
    expect(idsOf([of('a'), of('b'), of('c', other), of('d'), of('e')])).toEqual(each)
  },
)

test('exceptions without an issue stay apart', () => {
  const issue = ''
  expect(idsOf([of('a', { issue }), of('b', { issue }), of('c', { issue })])).toHaveLength(3)
})
