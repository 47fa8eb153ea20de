import { expect, test } from 'vitest'
import type { SelfTime, SelfTimes } from '../../../store/services/list-self-times.ts'
import { writeFindings } from '../../insights/write-finding.ts'
import { compareCalls, compareSelfTimes, findAmplifiers } from './compare-previous.server.ts'

const row = (value: string, count: number, selfNs: number, longestNs = 0): SelfTime => ({
  value,
  target: '',
  system: '',
  count,
  selfNs: BigInt(selfNs),
  error: 0,
  p95: 1n,
  longestNs: BigInt(longestNs),
})
const of = (traces: number, names: readonly SelfTime[], oneIn = 1): SelfTimes => ({
  names,
  statements: [],
  totalNs: 1n,
  sample: { traces, oneIn },
})

test('compares the self time and the spans of an average trace, whatever the traffic', () => {
  const { names } = compareSelfTimes(of(100, [row('SELECT', 960, 9_600)]), of(200, [row('SELECT', 200, 2_000)]))
  expect(names).toMatchObject([
    {
      selfPerTrace: { now: 96, change: { before: 10, direction: 'more' } },
      spansPerTrace: { now: 9.6, change: { before: 1, direction: 'more' } },
    },
  ])
})

test('a statement that is the only one of a span name is listed with the name alone', () => {
  const names = [row('SELECT stock', 30, 900), row('SELECT orders', 30, 700)]
  const statements = [row('SELECT on_hand FROM stock', 30, 900), row('SELECT a FROM orders', 20, 500)]
  const compared = compareSelfTimes({ ...of(30, names), statements }, of(30, []))
  expect(compared.names.map(({ statement }) => statement)).toEqual(['SELECT on_hand FROM stock', ''])
  expect(compared.statements.map(({ value }) => value)).toEqual(['SELECT a FROM orders'])
})

test('what was not there before is new where all traces were read, and unknown in a sample', () => {
  const now = of(100, [row('SELECT', 100, 100)])
  expect(compareSelfTimes(now, of(100, [])).names).toMatchObject([
    { selfPerTrace: { change: { before: 0, direction: 'more' } } },
  ])
  expect(compareSelfTimes(now, of(100, [], 4)).names[0]?.selfPerTrace.change).toBeUndefined()
  expect(compareSelfTimes(now, of(0, [])).names[0]?.selfPerTrace.change).toBeUndefined()
})

test('chance explains the change of few traces, and a small one', () => {
  const isClear = (traces: number, selfNs: number) =>
    compareSelfTimes(of(traces, [row('a', traces, selfNs)]), of(100, [row('a', 100, 1_000)])).names[0]?.selfPerTrace
      .change?.isClear
  expect(isClear(10, 1_000)).toBe(undefined)
  expect(isClear(100, 1_200)).toBe(false)
  expect(isClear(100, 2_000)).toBe(true)
})

test('an average that rests on one long span is marked, and its change is no regression', () => {
  const compare = (longestNs: number) =>
    compareSelfTimes(of(100, [row('a', 100, 4_000, longestNs)]), of(100, [row('a', 100, 1_000)])).names[0]
  expect(compare(3_000)).toMatchObject({ longestShare: 0.75, selfPerTrace: { change: { isClear: undefined } } })
  expect(compare(1_000)).toMatchObject({ longestShare: 0, selfPerTrace: { change: { isClear: true } } })
})

test('a call is compared with the same call of the previous period, by the durations that were read', () => {
  const call = (callee: string, calls: number, p95: bigint) => ({
    caller: { kind: 'service', name: 'shop' } as const,
    callee: { kind: 'host', name: callee } as const,
    calls,
    failed: 0,
    perTrace: 1,
    propagated: 0,
    failedForCaller: 0,
    hosts: [],
    error: 0,
    p50: 1n,
    p95,
  })
  const list = (calls: ReturnType<typeof call>[], oneIn: number) => ({
    calls,
    total: 1,
    sample: { traces: 1, oneIn },
  })
  const compared = compareCalls(list([call('pay', 40, 9n), call('mail', 3, 1n)], 1), list([call('pay', 80, 4n)], 4))
  expect(compared.map(({ now, before }) => [now, before])).toEqual([
    [
      { requests: 40, p50: 1n, p95: 9n },
      { requests: 20, p50: 1n, p95: 4n },
    ],
    [{ requests: 3, p50: 1n, p95: 1n }, undefined],
  ])
})

test('tells failures of a callee from those that it passes on', () => {
  const origins = [
    [0, 0],
    [4, 0],
    [4, 1],
    [4, 3],
    [4, 4],
  ].map(([failed = 0, propagated = 0]) => {
    const one = {
      caller: { kind: 'service', name: 'shop' } as const,
      callee: { kind: 'service', name: 'stock' } as const,
      ...{ calls: 10, failed, failedForCaller: 0, hosts: [], propagated, perTrace: 1, error: 0, p50: 1n, p95: 1n },
    }
    const list = { calls: [one], total: 1, sample: { traces: 10, oneIn: 1 } }
    return compareCalls(list, { ...list, calls: [] }).map(({ origin, isPropagated }) => [origin, isPropagated])
  })
  expect(origins.flat()).toEqual([
    ['', false],
    ['itself', false],
    ['its callees 25 %', false],
    ['its callees 75 %', true],
    ['its callees', true],
  ])
})

test('a caller that repeats its calls is named, not the service that gets them; chance is not', () => {
  const repeated = (calls: number, perTrace: number, callee = 'stock') => ({
    caller: { kind: 'service', name: 'checkout' } as const,
    callee: { kind: 'service', name: callee } as const,
    ...{ calls, perTrace, failed: 0, propagated: 0, failedForCaller: 0, hosts: [], error: 0, p50: 1n, p95: 1n },
  })
  const list = (...calls: readonly ReturnType<typeof repeated>[]) => ({
    calls,
    total: calls.length,
    sample: { traces: 100, oneIn: 1 },
  })
  const named = (now: ReturnType<typeof list>, before: ReturnType<typeof list>) =>
    writeFindings(findAmplifiers(compareCalls(now, before)))

  expect(
    named(list(repeated(410, 4.1), repeated(100, 1, 'mail')), list(repeated(100, 1), repeated(90, 1, 'mail'))),
  ).toBe('Calls per trace of checkout → stock 4.1× (1 → 4.1).')
  expect(named(list(repeated(12, 4)), list(repeated(100, 1)))).toBe('')
  expect(named(list(repeated(120, 1.2)), list(repeated(100, 1)))).toBe('')
  expect(named(list(repeated(410, 4.1)), list())).toBe('')
})
