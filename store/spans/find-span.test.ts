import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseSpanId, type SpanId } from '../units.ts'
import { findSpan } from './find-span.ts'

test('finds the newest span with an id', async () => {
  const spanId = parseSpanId(randomHexId(8)) as SpanId
  const traceId = randomHexId(16)
  await using store = await openTestStore([
    spanRow({ at: 1_000, traceId, spanId, service: 'pay' }),
    spanRow({ at: 2_000, spanId }),
    spanRow(),
  ])
  expect(await findSpan(store, { spanId })).toEqual({ traceId, spanId, service: 'pay' })
  expect(await findSpan(store, { spanId: parseSpanId(randomHexId(8)) as SpanId })).toBeUndefined()
})
