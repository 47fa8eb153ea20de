import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeFailingSpan, findFailingSpan } from './find-failing-span.ts'
import { describeFirstFrame } from './first-frame.ts'

const span = (spanId: string, parentSpanId: string, failed = false) => ({
  ...{ spanId, parentSpanId, failed, service: 'shop', name: `span ${spanId}`, httpStatus: 0, answer: 0 },
  ...{ attributes: {}, isLocalRoot: false, status: failed ? 'Error' : 'Unset' },
})

describe('the span at which a trace began to fail', () => {
  test('is the failed one below which nothing failed', () => {
    const spans = [span('a', '', true), span('b', 'a', true), span('c', 'b'), span('d', 'c', true), span('e', 'd')]
    expect(findFailingSpan(spans, 'a')?.spanId).toBe('d')
  })

  test('is the last attempt of several', () => {
    const spans = [span('a', '', true), span('b', 'a', true), span('c', 'a', true), span('d', 'a')]
    expect(findFailingSpan(spans, 'a')?.spanId).toBe('c')
  })

  test('is none where nothing below failed', () => {
    expect(findFailingSpan([span('a', '', true), span('b', 'a')], 'a')).toBeUndefined()
  })

  test('is found in any trace, also one whose spans name their own ancestors', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const spans = fc.array(fc.tuple(id, id, fc.boolean()).map(([own, parent, failed]) => span(own, parent, failed)))
    fc.assert(
      fc.property(spans, id, (spans, top) => {
        expect(findFailingSpan(spans, top)?.failed ?? true).toBe(true)
      }),
    )
  })

  test('is described with what it answered, or how it failed', () => {
    expect(describeFailingSpan({ ...span('a', '', true), name: 'POST /charge', answer: 503 })).toBe(
      'POST /charge in shop: HTTP 503',
    )
    const attributes = { 'error.type': 'timeout' }
    expect(describeFailingSpan({ ...span('a', '', true), attributes })).toBe('span a in shop: timeout')
    expect(describeFailingSpan({ ...span('a', '', true), name: ' ' })).toBe('unnamed span in shop')
  })
})

describe('the first frame', () => {
  const of = (stacktrace: string, more = {}) => describeFirstFrame({ stacktrace, causes: [], attributes: {}, ...more })

  test('is of the own code, with the line of source that was sent', () => {
    const context = [{ file: '/srv/src/pay.ts', line: 12, context: { before: [], line: '  pay()', after: [] } }]
    const stack = 'Error: x\n    at next (/srv/node_modules/a/b.js:1:1)\n    at charge (/srv/src/pay.ts:12:5)'
    expect(of(stack, { attributes: { 'errata.stack.context': JSON.stringify(context) } })).toBe(
      '/srv/src/pay.ts:12 in charge\n  pay()',
    )
  })

  test('has the source that a traceback of Python prints', () => {
    const stack =
      'Traceback (most recent call last):\n  File "/srv/app/pay.py", line 7, in charge\n    bank.charge(card)\nValueError: x'
    expect(of(stack)).toBe('/srv/app/pay.py:7 in charge\n  bank.charge(card)')
  })

  test('is that of a cause where the exception has none, and else there is none', () => {
    const cause = { type: 'Error', message: '', stacktrace: 'Error: y\n    at ask (/srv/src/bank.ts:3:1)' }
    expect(of('', { causes: [cause] })).toBe('/srv/src/bank.ts:3 in ask')
    expect(of('Error: x\n    at a (/srv/node_modules/a/b.js:1:1)')).toBe('')
  })
})
