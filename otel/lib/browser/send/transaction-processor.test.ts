import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Recorder, Transaction } from '../entry/recorder.ts'
import { processTransactions } from './transaction-processor.ts'

const hex = (digit: string, length: number) => digit.repeat(length)
const open = (): Transaction => ({ traceId: hex('a', 32), id: hex('b', 16) })

function hold() {
  const released: number[] = []
  const page = { transaction: open(), id: hex('b', 16), parentId: undefined, startMs: 0 }
  const guard: Recorder['guard'] = callback => callback
  const recorder: Recorder = {
    traceFlags: () => 1,
    pageLoad: page,
    page,
    parent: () => page,
    emit() {},
    running: new Set(),
    failedWithTrace: new Set(),
    buffer: [],
    dropped: 0,
    onFault() {},
    guard,
  }
  const processor = processTransactions(recorder, () => {})
  return { processor, released, release: (n: number) => () => released.push(n) }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('what belongs to an undecided transaction is kept, in order, until it is decided', () => {
  const { processor, released, release } = hold()
  const transaction = open()
  processor.hold(transaction, release(1))
  processor.hold(transaction, release(2))
  expect(released).toEqual([])

  transaction.decided = true
  processor.release(transaction)
  expect(released).toEqual([1, 2])
  expect(processor.takeUnannotated()).toBe(0)
})

test('after a decision everything passes at once', () => {
  const { processor, released, release } = hold()
  processor.hold({ ...open(), decided: true }, release(1))

  expect(released).toEqual([1])
})

test('after 30 s it goes out unannotated, and is counted', async () => {
  const { processor, released, release } = hold()
  processor.hold(open(), release(1))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(released).toEqual([])
  await vi.advanceTimersByTimeAsync(1)

  expect(released).toEqual([1])
  expect(processor.takeUnannotated()).toBe(1)
  expect(processor.takeUnannotated()).toBe(0)
})

test('a transaction keeps 1,000 spans, all together 20,000; more go out unstamped', () => {
  const { processor, released, release } = hold()
  const one = open()
  for (let n = 0; n < 1_001; n++) processor.hold(one, release(n))
  expect(released).toEqual([1_000])

  for (let other = 0; other < 20; other++) {
    const transaction = open()
    for (let n = 0; n < 1_000; n++) processor.hold(transaction, release(n))
  }
  expect(released).toHaveLength(1 + 1_000)
  expect(processor.takeUnannotated()).toBe(1_001)
})

test('when the page goes away nothing is kept back', async () => {
  const { processor, released, release } = hold()
  processor.hold(open(), release(1))
  processor.hold(open(), release(2))
  await processor.forceFlush()

  expect(released).toEqual([1, 2])
})
