import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { parseTraceId, type TraceId } from '../../../store/units.ts'
import { at, depthsOf, hasFlag } from '../../../trace/trace-tree.ts'
import { excerptTrace, treeOfExcerpt } from './excerpt.ts'

const span = (spanId: string, parentSpanId: string, startNs: bigint): Span => ({
  spanId,
  parentSpanId,
  service: 'shop',
  isBrowser: false,
  name: spanId,
  kind: 'Internal',
  startNs,
  durationNs: 1n,
  status: 'Unset',
  failed: false,
  statusMessage: '',
  traceState: '',
  scopeName: '',
  scopeVersion: '',
  attributes: {},
  resource: {},
  operation: '',
  route: '',
  httpStatus: 0,
  answer: 0,
  sessionId: '',
  isLocalRoot: parentSpanId === '',
  events: [],
  isCut: false,
  links: [],
  hiddenBelow: 0,
})

function traceOf(spans: readonly Span[]): Trace {
  const root = spans[0] ?? span('none', '', 0n)
  const traceId = parseTraceId('ab'.repeat(16)) as TraceId
  return { traceId, spans, root, services: [], totalSpans: spans.length, failedSpans: 0, startNs: 0n, endNs: 0n }
}

const named = (spanId: string) => ({ spanId, service: '' })

/** Each span with the number of hidden spans below it. */
const draw = ({ spans }: Trace) => spans.map(({ spanId, hiddenBelow }) => `${spanId}${hiddenBelow || ''}`).join(' ')

test('shows the way to a span, what it called, and what stands beside, the nearest first', () => {
  const beside = Array.from({ length: 9 }, (_, i) => span(`s${i}`, 'a', BigInt(i)))
  const trace = traceOf([span('a', '', 0n), ...beside, span('c', 's6', 7n), span('deep', 's0', 1n)])
  expect(draw(excerptTrace(trace, named('s6')))).toBe('a5 s4 s5 s6 c s7 s8')
})

test('shows what failed below a span before what did not, with the way there', () => {
  const calls = Array.from({ length: 20 }, (_, i) => span(`c${i}`, 'a', BigInt(i + 1)))
  const failed = { ...span('db', 'sql', 3n), failed: true }
  const trace = traceOf([span('a', '', 0n), ...calls, span('sql', 'c2', 3n), failed])
  expect(draw(excerptTrace(trace, named('a'), 6))).toBe('a17 c2 sql db c18 c19')
  const aside = { ...span('c0', 'a', 1n), failed: true }
  expect(draw(excerptTrace(traceOf([span('a', '', 0n), aside, ...calls.slice(1)]), named('c19'), 4))).toBe(
    'a17 c0 c18 c19',
  )
})

test('of repeated spans the first stands for all, so that what came after them is shown', () => {
  const queries = Array.from({ length: 20 }, (_, i) => span(`q${i}`, 'a', BigInt(i + 1)))
  const trace = traceOf([span('root', '', 0n), span('a', 'root', 0n), ...queries, span('pay', 'a', 30n)])
  expect(draw(excerptTrace(trace, named('a'), 24, [{ spanIds: queries.map(({ spanId }) => spanId) }]))).toBe(
    'root a q0 pay',
  )
  expect(draw(excerptTrace(trace, named('a')))).toBe('root a17 q17 q18 q19 pay')
})

test('shows what stands round the root where the span is not there', () => {
  expect(draw(excerptTrace(traceOf([span('a', '', 0n), span('b', 'a', 1n)]), named('gone')))).toBe('a b')
  expect(draw(excerptTrace(traceOf([]), named('gone')))).toBe('')
})

test('shows a span under the parent that not found', () => {
  expect(draw(excerptTrace(traceOf([span('b', 'x', 0n), span('c', 'x', 1n)]), named('c')))).toBe('b c')
})

test('a deep span keeps its root and nearest ancestors, with the number of spans between', () => {
  const spans = Array.from({ length: 100 }, (_, i) => span(`s${i}`, i === 0 ? '' : `s${i - 1}`, BigInt(i)))
  const excerpt = excerptTrace(traceOf(spans), named('s99'), 4)
  expect(draw(excerpt)).toBe('s0 s97 s98 s99')

  const tree = treeOfExcerpt(excerpt)
  const labels = [...depthsOf(tree)].map((depth, index) => {
    return `${depth} ${hasFlag(tree, index, 'missing') ? at(tree.hidden, index) : tree.spanIds[index]}`
  })
  expect(labels).toEqual(['0 s0', '1 96', '2 s97', '3 s98', '4 s99'])
})

test('of any trace the excerpt is small, has the span and its root, hangs together, and counts what it leaves out below', () => {
  const parent = fc.oneof(fc.nat(40), fc.constant(-1))
  fc.assert(
    fc.property(
      fc.array(parent, { minLength: 1, maxLength: 40 }),
      fc.nat(39),
      fc.integer({ min: 2, max: 30 }),
      (parents, at, most) => {
        const spans = parents.map((of, i) => span(`s${i}`, of === -1 ? '' : `s${of}`, BigInt(i)))
        const wanted = `s${at % spans.length}`
        const excerpt = excerptTrace(traceOf(spans), named(wanted), most)
        const ids = excerpt.spans.map(({ spanId }) => spanId)
        expect(ids).toContain(wanted)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBeLessThanOrEqual(most)
        const hidden = excerpt.spans.reduce((sum, { hiddenBelow }) => sum + hiddenBelow, excerpt.omitted?.count ?? 0)
        expect(ids.length + hidden).toBeLessThanOrEqual(spans.length)
        // If there is one root, every span is counted.
        if (parents.every((of, i) => (i === 0 ? of === -1 : of !== -1 && of < i))) {
          expect(ids).toContain('s0')
          expect([...treeOfExcerpt(excerpt).parents].filter(parent => parent < 0)).toHaveLength(1)
          expect(ids.length + hidden).toBe(spans.length)
        }
      },
    ),
  )
})
