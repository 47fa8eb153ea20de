import { ROOT_CONTEXT } from '@opentelemetry/api'
import type { LogAttributes } from '@opentelemetry/api-logs'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openExceptionRecorder } from '../../../../test/otel/open-recorder.ts'

const { recordException: record, recordLogged, recorded, request, forget, close } = openExceptionRecorder()

beforeEach(forget)
afterAll(close)

/** As pino and the SDK pass it on. */
const line = (error: Error & { code?: string }) => ({
  hrTime: [1_700_000_000, 0] as [number, number],
  body: 'charge failed',
  attributes: {
    'exception.type': error.code ?? error.name,
    'exception.message': error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message,
    'exception.stacktrace':
      error.cause instanceof Error ? `${error.stack}\ncaused by: ${error.cause.stack}` : String(error.stack),
    'log.record.uid': 'the line',
  } as LogAttributes,
})
const atOf = ({ site }: ReturnType<typeof request>) => site.context ?? ROOT_CONTEXT

test('an error that a logger has written is described as if it had been thrown: without its causes, and by its class in place of its code', () => {
  const error = Object.assign(new TypeError('no price', { cause: new RangeError('no stock') }), { code: 'E_PRICE' })
  const { attributes, ...logged } = line(error)
  recordLogged({ ...logged, attributes }, atOf(request()))
  const { digest } = record(error, { outcome: 'handled', context: ROOT_CONTEXT })

  expect(attributes).toMatchObject({
    'exception.type': 'TypeError',
    'exception.message': 'no price',
    'exception.stacktrace': error.stack,
    'errata.error.digest': digest,
    'errata.issue.fingerprint': digest,
  })
  expect(JSON.parse(String(attributes['errata.exception.causes']))).toMatchObject([
    { type: 'RangeError', message: 'no stock' },
  ])
})

test('a logged error that also fails its request is that line, sent again with its outcome', () => {
  const error = new RangeError('no stock')
  const at = request()
  const logged = line(error)
  recordLogged(logged, atOf(at))
  const { digest } = record(error, at.site)
  record(error, at.site)

  expect(recorded()).toMatchObject([
    {
      eventName: 'http.server.request.exception',
      severityText: 'ERROR',
      body: 'charge failed',
      hrTime: logged.hrTime,
      attributes: { 'log.record.uid': 'the line', 'errata.error.digest': digest },
    },
  ])
  expect(recorded()).toHaveLength(1)
  expect(at.transaction.digest).toBe(digest)
})

test.each(['recorded', 'logged'])('one that was %s before in its request leaves the line a line', before => {
  const error = new RangeError('no stock')
  const at = request()
  if (before === 'recorded') record(error, at.site)
  else recordLogged(line(error), atOf(at))
  const again = line(error)
  recordLogged(again, atOf(at))
  expect(again.attributes).toEqual({ 'log.record.uid': 'the line' })
})

test('one that is logged is another exception in another request, and so is another error of the same text that is thrown', () => {
  const [one, other] = [request(), request()]
  const failed = () => new RangeError('no stock')
  const [logged, thrown] = [failed(), failed()]
  thrown.stack = String(logged.stack)
  recordLogged(line(logged), atOf(one))
  const elsewhere = line(logged)
  recordLogged(elsewhere, atOf(other))
  expect(elsewhere.attributes).toHaveProperty(['exception.type'])

  record(logged, one.site)
  record(thrown, one.site)
  expect(recorded()).toHaveLength(2)
})

test('whatever a logger has written is recorded without a throw and within limits', () => {
  const text = fc.oneof(fc.string(), fc.constant('x'.repeat(40_000)), fc.constant('caused by: \n    at '))
  const attributes = fc.record(
    { 'exception.type': text, 'exception.message': text, 'exception.stacktrace': fc.oneof(text, fc.integer()) },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(attributes, given => {
      const logged = { hrTime: [0, 0] as [number, number], attributes: { ...given } as LogAttributes }
      recordLogged(logged, ROOT_CONTEXT)
      const isException = Boolean(given['exception.type'] ?? given['exception.message'])
      if (isException) expect(logged.attributes['errata.error.digest']).toMatch(/^\w{10}$/)
      expect(String(logged.attributes['exception.message'] ?? '').length).toBeLessThan(8_200)
    }),
    { numRuns: 50 },
  )
})
