import { expect, test } from 'vitest'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { groupExceptions } from './group-exceptions.ts'

const exception = (id: string, issue: string): ExceptionSummary => ({
  id,
  atNs: BigInt(id),
  shape: 'log',
  issue,
  type: 'TimeoutError',
  message: '',
  service: 'shop',
  route: '',
  release: '',
  digest: '',
  traceId: '',
  spanId: '',
  sessionId: '',
})

test('exceptions of one issue are one row: the newest, with their number; those without an issue stay apart', () => {
  const groups = groupExceptions([
    exception('9', 'redis'),
    exception('8', 'redis'),
    exception('7', 'cart'),
    exception('6', 'redis'),
    exception('5', ''),
    exception('4', ''),
  ])
  expect(groups.map(({ id, count }) => [id, count])).toEqual([
    ['9', 3],
    ['7', 1],
    ['5', 1],
    ['4', 1],
  ])
})
