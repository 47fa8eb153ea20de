import { context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import { SeverityNumber } from '@opentelemetry/api-logs'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openExceptionRecorder } from '../../../../test/otel/open-recorder.ts'

const { recordException: record, recorded, request, lines, forget, close } = openExceptionRecorder()

beforeEach(forget)
afterAll(close)

describe('an error is recorded once', () => {
  test('however many hooks of one request report it, also after the request', () => {
    const { site } = request()
    const error = new TypeError('x')
    const first = record(error, site)
    const again = record(error, { outcome: 'unhandled', context: site.context })
    const later = record(error, { outcome: 'fatal', context: ROOT_CONTEXT })

    expect([again, later]).toEqual([first, first])
    expect(recorded()).toHaveLength(1)
    expect(lines).toEqual(['error x'])
  })

  test('for each request that it is thrown in', () => {
    const shared = new Error('thrown by everybody')
    const [one, other] = [request(), request()]
    for (const { site } of [one, other, one, other]) record(shared, site)
    expect(recorded().map(log => log.spanContext?.traceId)).toEqual([
      one.transaction.traceId,
      other.transaction.traceId,
    ])
  })

  test('also when it is no object, within its request', () => {
    const [one, other] = [request(), request()]
    record('plain', one.site)
    record('plain', one.site)
    record('plain', other.site)
    expect(recorded()).toHaveLength(2)
  })
})

test('what is no object keeps its digest when it is thrown again from another place of its request', () => {
  const { site } = request()
  const first = record('no price', site)
  expect(record('no price', { ...site, routeId: 'routes/cart' })).toEqual(first)
  expect(record('no price', { outcome: 'unhandled', context: site.context })).toEqual(first)
  expect(recorded().map(log => log.attributes['errata.error.digest'])).toEqual([first.digest])
})

test('the log is tied to the failing span, the span and the root are marked', () => {
  const { site, span, root, transaction } = request()
  const { digest, traceId } = record(new TypeError('no price'), site)

  expect(traceId).toBe(span.spanContext().traceId)
  expect(transaction.digest).toBe(digest)
  expect(recorded()[0]).toMatchObject({
    eventName: 'http.server.request.exception',
    severityNumber: SeverityNumber.ERROR,
    body: 'TypeError: no price',
    spanContext: { traceId, spanId: span.spanContext().spanId },
    attributes: {
      'exception.type': 'TypeError',
      'exception.message': 'no price',
      'errata.error.digest': digest,
      'errata.issue.fingerprint': digest,
      'errata.route.id': 'routes/shop',
    },
  })
  for (const marked of [span, root]) {
    expect(marked).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'TypeError', 'errata.error.digest': digest },
    })
  }
})

test('a second error of a request is recorded, the root keeps naming the first', () => {
  const { site, root, transaction } = request()
  const first = record(new Error('first'), site)
  record(new RangeError('second'), site)
  expect(recorded()).toHaveLength(2)
  expect(transaction.digest).toBe(first.digest)
  expect(root).toMatchObject({ attributes: { 'errata.error.digest': first.digest, 'error.type': 'Error' } })
})

test('a handled error is a warning and fails nothing', () => {
  const { site, span, root, transaction } = request()
  record(new Error('retry worked'), { ...site, outcome: 'handled', attributes: { 'retry.count': 1 } })
  expect(recorded()[0]).toMatchObject({
    eventName: 'exception',
    severityNumber: SeverityNumber.WARN,
    attributes: { 'retry.count': 1 },
  })
  expect([span, root].map(marked => ({ ...marked }))).toMatchObject([
    { status: { code: SpanStatusCode.UNSET } },
    { status: { code: SpanStatusCode.UNSET } },
  ])
  expect(transaction.digest).toBeUndefined()
})

describe('a warning whose error is thrown all the same', () => {
  const handled = { outcome: 'handled', attributes: { 'retry.count': 1 } } as const

  test('becomes what failed the request: the same record, sent again with its outcome', () => {
    const { site, span, root, transaction } = request()
    const error = new RangeError('no stock')
    const { digest } = record(error, { ...handled, context: site.context })
    const later = record(error, site)
    record(error, { ...site, context: trace.setSpan(site.context ?? ROOT_CONTEXT, root) })

    expect(later.digest).toBe(digest)
    const [warning, failure, ...others] = recorded()
    expect(others).toEqual([])
    expect(warning).toMatchObject({ severityText: 'WARN', eventName: 'exception' })
    expect(failure).toMatchObject({ severityText: 'ERROR', eventName: 'http.server.request.exception' })
    expect(failure?.attributes).toEqual(warning?.attributes)
    expect(failure?.attributes['log.record.uid']).toMatch(/^[0-9a-f]{32}$/)
    expect([failure?.hrTime, failure?.spanContext, failure?.body]).toEqual([
      warning?.hrTime,
      warning?.spanContext,
      warning?.body,
    ])
    expect(lines).toEqual(['warn no stock', 'error no stock'])
    expect(transaction.digest).toBe(digest)
    for (const marked of [span, root])
      expect(marked).toMatchObject({
        status: { code: 2 },
        attributes: { 'error.type': 'RangeError', 'errata.error.digest': digest },
      })
  })

  test('becomes what ended the process, in the trace that it was reported in', () => {
    const { site, span } = request()
    const error = new RangeError('no stock')
    record(error, { ...handled, context: site.context })
    record(error, { outcome: 'fatal', context: ROOT_CONTEXT })

    expect(recorded().map(log => [log.severityText, log.spanContext?.spanId])).toEqual([
      ['WARN', span.spanContext().spanId],
      ['FATAL', span.spanContext().spanId],
    ])
  })

  test('is sent again even if another error failed the request first', () => {
    const { site, transaction } = request()
    const first = record(new Error('first'), site)
    const error = new RangeError('no stock')
    record(error, { ...handled, context: site.context })
    record(error, site)

    expect(recorded().map(log => log.severityText)).toEqual(['ERROR', 'WARN', 'ERROR'])
    expect(transaction.digest).toBe(first.digest)
  })

  test('stays one warning where it is only reported again', () => {
    const { site } = request()
    const error = new RangeError('no stock')
    for (const _ of ['once', 'twice']) record(error, { ...handled, context: site.context })
    expect(recorded().map(log => log.severityText)).toEqual(['WARN'])
  })
})

test('an error outside every trace has a digest and no trace id', () => {
  expect(record(new Error('at start'), { outcome: 'fatal', context: context.active() })).toEqual({
    digest: expect.stringMatching(/^\w{10}$/),
    traceId: undefined,
  })
})
