import { expect, test } from 'vitest'
import { exceptionRow, newId, openTestStore } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { findByTraceId } from './find-by-trace-id.ts'

test('finds the exceptions of a trace, newest first', async () => {
  const traceId = parseTraceId(newId(16)) as TraceId
  await using store = await openTestStore([
    exceptionRow({ at: 2000, traceId, message: 'first' }),
    exceptionRow({ at: 1000, traceId, message: 'second' }),
    exceptionRow({ at: 500 }),
  ])

  const found = await findByTraceId(store, { traceId })
  expect(found.map(({ message }) => message)).toEqual(['second', 'first'])
  expect(found[0]?.stacktrace).toContain('at pay')
})
