import fc from 'fast-check'
import { data } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrubUrl } from '../../../scrub-url.ts'
import { describeError } from '../../../server/errors/describe-error.ts'
import type { BrowserOptions } from '../../entry/options.ts'
import type { ExceptionSource } from '../../entry/recorder.ts'
import type { Attributes, Signals } from '../../send/signals.ts'
import { type ErrorReport, recordExceptions } from './exceptions.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://shop.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What is stored of something thrown; `undefined` where nothing is. */
function recorded(thrown: unknown, source: ExceptionSource = 'window.error', allowedParams: string[] = []) {
  return record({ thrown, source }, { allowedParams })[0]
}

function record(report: ErrorReport, options: BrowserOptions): Attributes[] {
  const logs: Attributes[] = []
  const signals: Signals = {
    guard: callback => callback,
    scrub: url => scrubUrl(url, options.allowedParams),
    onHide: [],
    end() {},
    log: ({ attributes }) => logs.push(attributes),
    decide() {},
  }
  recordExceptions(signals, () => ({}), options).report(report)
  return logs
}

/** As React Router makes it of an answer; its class is not exported. */
const errorResponse = (status: number, body: unknown) => ({ status, statusText: '', data: body, internal: false })

function withStack(error: Error, frames: string) {
  error.stack = `${error.name}: ${error.message}\n${frames}`
  return error
}

test.each<[string, unknown, ExceptionSource]>([
  [
    'an error with a digest of another kind',
    Object.assign(new Error('x'), { digest: 'NEXT_REDIRECT' }),
    'react.caught',
  ],
  ['an object with a digest', { digest: 7 }, 'unhandledrejection'],
  ['an answer that a client for HTTP rejects with', { status: 422, data: {}, statusText: '' }, 'unhandledrejection'],
  ['the same, thrown while rendering', { status: 422, data: {}, statusText: '' }, 'react.caught'],
  ['a rejection with an ErrorResponse', errorResponse(404, 'x'), 'unhandledrejection'],
  ['a 500 without a digest', errorResponse(500, 'x'), 'react-router'],
  ['what data() makes, rejected', data('x', { status: 404 }), 'unhandledrejection'],
])('%s is an exception of the browser', (_, thrown, source) => {
  expect(recorded(thrown, source)).toMatchObject({ 'errata.exception.source': source })
})

test.each<[string, unknown, ExceptionSource]>([
  ['an error with our digest', Object.assign(new Error('x'), { digest: '0k3v9zq2ma' }), 'react.caught'],
  ["React's own digest", Object.assign(new Error('x'), { digest: '1234567890123' }), 'react.recoverable'],
  [
    'what React wraps that',
    new Error('x', { cause: Object.assign(new Error('y'), { digest: '12' }) }),
    'react.recoverable',
  ],
  ['a sanitised error', Object.assign(new Error('Unexpected Server Error'), { stack: undefined }), 'react-router'],
  ['a 404', errorResponse(404, 'x'), 'react-router'],
  ['a fault of the server', errorResponse(500, { digest: '0k3v9zq2ma', traceId: '' }), 'react.caught'],
])('%s is none: the server has recorded it', (_, thrown, source) => {
  expect(recorded(thrown, source)).toBeUndefined()
})

class PriceError extends Error {}
const renamed = Object.assign(new Error('x'), { name: 'TimeoutError' })

test.each([new PriceError('x'), renamed, new TypeError('x'), new Error('x')])(
  'the type of %o is that which a server gives it',
  error => {
    const { type } = describeError(error)
    expect(recorded(error)?.['exception.type']).toBe(type)
  },
)

test('values of queries are taken out of the message, the stack and the causes, and places stay', () => {
  const page = 'https://user:pass@shop.example:3000/reset?token=s3cr3t(a)b&tab=1'
  const frames = `    at ${page}:12:34\n    at eval (${page}:5:6)\n    at run (https://shop.example/app.js:7:8)`
  const cause = withStack(new RangeError(`asked "${page}"`), frames)
  const attributes = recorded(
    withStack(new TypeError(`no answer of ${page}:12:34 (s)`, { cause }), frames),
    undefined,
    ['tab'],
  )

  expect(attributes?.['exception.message']).toBe(
    'no answer of https://shop.example:3000/reset?token=REDACTED&tab=1:12:34 (s)',
  )
  expect(
    attributes?.['exception.stacktrace'],
  ).toBe(`TypeError: no answer of https://shop.example:3000/reset?token=REDACTED&tab=1:12:34 (s)
    at https://shop.example:3000/reset?token=REDACTED&tab=1:12:34
    at eval (https://shop.example:3000/reset?token=REDACTED&tab=1:5:6)
    at run (https://shop.example/app.js:7:8)`)
  const causes = String(attributes?.['errata.exception.causes'])
  expect(JSON.parse(causes)).toMatchObject([
    { message: 'asked "https://shop.example:3000/reset?token=REDACTED&tab=1"' },
  ])
  expect(causes).not.toContain('s3cr3t')
  expect(causes).not.toContain('pass')
})

test.each(['https://shop.example/?at=12:34:56', 'https://shop.example/?token=12:34', 'https://shop.example/#12:34'])(
  'no part of a value is taken for a place: %s',
  url => {
    const attributes = recorded(withStack(new Error(url), `    at ${url}:7:8`))

    expect(JSON.stringify(attributes)).not.toMatch(/:?34/)
    expect(attributes?.['exception.stacktrace']).toMatch(/:7:8$/)
  },
)

test.each(['https://', ')', ':1', 'https://a?', ':1:1)'])('a message of 100,000 times %s is read in one go', part => {
  const attributes = recorded(new Error(`https://a?${part.repeat(100_000)}`))

  expect(attributes?.['exception.message']).toMatch(/^https:\/\/a\?/)
})

test.each([
  [undefined, ['Client-side exception in trace abc: x']],
  [false, []],
])('with consoleErrors %s the console is told %j, and the exception is recorded', (consoleErrors, said) => {
  const lines: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation(line => lines.push(line))
  const parent = { transaction: { traceId: 'abc', id: 'd' }, id: 'd' }
  const options = consoleErrors === undefined ? {} : { consoleErrors }
  const logs = record({ thrown: new Error('x'), source: 'window.error', parent }, options)
  vi.restoreAllMocks()

  expect([lines, logs.length]).toEqual([said, 1])
})

test.each([
  'ResizeObserver loop limit exceeded',
  'ResizeObserver loop completed with undelivered notifications.',
  'Script error.',
])('the console has no line for %s, which is noise', message => {
  const lines: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation(line => lines.push(line))
  const parent = { transaction: { traceId: 'abc', id: 'd' }, id: 'd' }
  const logs = record({ thrown: undefined, message, source: 'window.error', parent }, {})
  vi.restoreAllMocks()

  expect([lines, logs.length]).toEqual([[], 1])
})

class Failed extends Event {
  readonly message = 'worker died'
  readonly error = new RangeError('inner')
  readonly [Symbol.toStringTag] = 'ErrorEvent'
}
const trap = () => {
  throw new TypeError('trap')
}
const script = {
  [Symbol.toStringTag]: 'HTMLScriptElement',
  localName: 'script',
  classList: [],
  getAttribute: (name: string) => (name === 'src' ? 'https://shop.example/no-such.js?token=s3cr3t' : null),
}
const ofScript = Object.defineProperty(new Event('error'), 'target', { value: script })

test.each<[string, unknown, string, string]>([
  ['an event', new Event('error'), 'Event', 'error event'],
  ['an event of an element', ofScript, 'Event', 'error event of script https://shop.example/no-such.js?token=REDACTED'],
  ['an event of the app', new CustomEvent('card-failed'), 'CustomEvent', 'card-failed event'],
  ["a worker's event", new Failed('error'), 'ErrorEvent', 'worker died'],
  ['an element', script, 'HTMLScriptElement', 'script https://shop.example/no-such.js?token=REDACTED'],
  ['a map', new Map(), 'Map', 'Map with keys: '],
  [
    'a getter that throws',
    {
      get name() {
        return trap()
      },
    },
    'Object',
    'Object that cannot be read',
  ],
  [
    'a proxy',
    new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap }),
    'Object',
    'Object that cannot be read',
  ],
  ['a status that is no text', { status: Object.create(null), statusText: '' }, 'Object', 'Object that cannot be read'],
])('%s, rejected with, is told apart', (_, thrown, type, message) => {
  expect(recorded(thrown, 'unhandledrejection')).toMatchObject({ 'exception.type': type, 'exception.message': message })
})

const mirrors = new AggregateError([new TypeError('mirror one'), new RangeError('mirror two')], 'all failed')
const circular = new Error('outer')
circular.cause = new Error('inner', { cause: circular })

test.each<[string, unknown, string[]]>([
  ["the inner error of a worker's event", new Failed('error'), ['inner']],
  ['the errors of Promise.any', mirrors, ['mirror one', 'mirror two']],
  ['an error that is its own cause, once', circular, ['inner']],
  [
    'a getter of a cause that throws, no further',
    new Error('x', { cause: Object.defineProperty(new Error('y'), 'cause', { get: trap }) }),
    ['y'],
  ],
])('causes are %s', (_, thrown, messages) => {
  const causes: { message: string }[] = JSON.parse(String(recorded(thrown)?.['errata.exception.causes']))
  expect(causes.map(({ message }) => message)).toEqual(messages)
})

test('whatever is thrown, it is recorded', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withMap: true, withSet: true, withDate: true }), thrown => {
      expect(recorded(thrown, 'unhandledrejection')).toMatchObject({ 'exception.message': expect.any(String) })
    }),
  )
})

test.each([
  ['Uncaught TypeError: x is not a function', 'TypeError', 'x is not a function'],
  ['RangeError: too far: there', 'RangeError', 'too far: there'],
  ['Script error.', undefined, 'Script error.'],
  ['Uncaught no words', undefined, 'Uncaught no words'],
])('of an event without its error, as a worker has it, the message tells the type: %s', (message, type, text) => {
  const [attributes] = record({ thrown: undefined, message, source: 'window.error' }, {})

  expect(attributes).toMatchObject({ 'exception.message': text })
  expect(attributes?.['exception.type']).toBe(type)
})

test.each<[ExceptionSource, DOMException, number]>([
  ['react-router', new DOMException('signal is aborted without reason', 'AbortError'), 0],
  ['unhandledrejection', new DOMException('BodyStreamBuffer was aborted', 'AbortError'), 0],
  ['reportError', new DOMException('signal is aborted without reason', 'AbortError'), 1],
  ['react-router', new DOMException('too slow', 'TimeoutError'), 1],
])('%s of %s, which tells of a cancelled request or not, is %i exceptions', (source, thrown, count) => {
  expect(record({ thrown, source }, {})).toHaveLength(count)
})
