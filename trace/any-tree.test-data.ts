import fc from 'fast-check'
import type { TraceSpan } from './trace-span.ts'

const idOf = (number: number) => (number + 1).toString(16).padStart(16, '0')

/**
 * Any spans that a trace may consist of: mostly a tree, some with missing parents, in cycles, with one id in several services, delivered twice,
 * longer than their parents, without a duration.
 */
export const anySpans: fc.Arbitrary<TraceSpan[]> = fc
  .array(
    fc.record({
      sameIdAs: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(39) }),
      parent: fc.oneof(
        { weight: 10, arbitrary: fc.record({ back: fc.nat(39) }) },
        { weight: 1, arbitrary: fc.record({ any: fc.nat(45) }) },
        { weight: 1, arbitrary: fc.constant('none' as const) },
      ),
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
    list.map(({ sameIdAs, parent, start, duration, ...span }, i) => ({
      ...span,
      spanId: idOf(sameIdAs ?? i),
      parentSpanId:
        parent === 'none' || i === 0 ? '' : idOf('any' in parent ? parent.any : Math.max(0, i - 1 - (parent.back % i))),
      startNs: 1_700_000_000_000_000_000n + BigInt(start),
      durationNs: BigInt(duration),
    })),
  )

/** One parent with many equal children among others, so that some become one row. */
export const anyRepeatedSpans: fc.Arbitrary<TraceSpan[]> = fc
  .tuple(anySpans, fc.nat(12), fc.nat(39))
  .map(([spans, count, parent]) => [
    ...spans,
    ...Array.from({ length: count }, (_, i) => ({
      spanId: idOf(100 + i),
      parentSpanId: idOf(parent % Math.max(1, spans.length)),
      service: 'shop',
      name: 'get',
      kind: 'Client',
      startNs: 1_700_000_000_000_000_010n + BigInt(i),
      durationNs: 1n,
      failed: false,
    })),
  ])
