import fc from 'fast-check'
import type { TraceSpan } from './trace-span.ts'

const idOf = (number: number) => (number + 1).toString(16).padStart(16, '0')

/**
 * Any spans that a trace may consist of: some with missing parents, in cycles, with one id in several services, delivered twice, longer than
 * their parents, without a duration.
 */
export const anySpans: fc.Arbitrary<TraceSpan[]> = fc
  .array(
    fc.record({
      id: fc.nat(29),
      parent: fc.option(fc.nat(34), { nil: undefined, freq: 5 }),
      service: fc.constantFrom('shop', 'web', 'prices'),
      name: fc.constantFrom('get', 'put'),
      kind: fc.constantFrom('Internal', 'Server', 'Client', 'Producer', 'Consumer'),
      start: fc.nat(50),
      duration: fc.nat(40),
      failed: fc.boolean(),
      hiddenBelow: fc.constantFrom(0, 0, 0, 7),
    }),
    { maxLength: 40 },
  )
  .map(list =>
    list.map(({ id, parent, start, duration, ...span }) => ({
      ...span,
      spanId: idOf(id),
      parentSpanId: parent === undefined ? '' : idOf(parent),
      startNs: 1_700_000_000_000_000_000n + BigInt(start),
      durationNs: BigInt(duration),
    })),
  )

/** One parent with many equal children among others, so that some become one row. */
export const anyRepeatedSpans: fc.Arbitrary<TraceSpan[]> = fc
  .tuple(anySpans, fc.nat(12), fc.nat(29))
  .map(([spans, count, parent]) => [
    ...spans,
    ...Array.from({ length: count }, (_, i) => ({
      spanId: idOf(100 + i),
      parentSpanId: idOf(parent),
      service: 'shop',
      name: 'get',
      kind: 'Client',
      startNs: 1_700_000_000_000_000_010n + BigInt(i),
      durationNs: 1n,
      failed: false,
    })),
  ])
