import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BrowserOptions } from './options.ts'
import { postOnEarlyUnload } from './post-on-early-unload.ts'
import { createRecorder, nowMs, type Recorder } from './recorder.ts'

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page that has noticed something, and is left; what it posted. */
function left(
  notice: (recorder: Recorder) => void,
  { status = 200, ...options }: BrowserOptions & { sampleRatio?: number; status?: number } = {},
) {
  vi.stubGlobal('performance', {
    now: () => 0,
    getEntriesByType: () => [{ responseStatus: status }],
  })
  const posted: { url: string; init: RequestInit }[] = []
  let leave = () => {}
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: () => void) => {
      if (type === 'pagehide') leave = listener
    },
  })
  const recorder = createRecorder(options)
  postOnEarlyUnload(recorder, options, async (url, init = {}) => {
    posted.push({ url: String(url), init })
    return new Response('{}')
  })
  notice(recorder)
  leave()
  leave()
  return { recorder, posted, bodies: posted.map(({ init }) => JSON.parse(String(init.body))) }
}

const throws = (thrown: unknown) => (recorder: Recorder) =>
  recorder.emit({ type: 'exception', thrown, source: 'react.uncaught', parent: recorder.page, atMs: nowMs() })
const logsOf = (
  bodies: {
    resourceLogs?: {
      scopeLogs: {
        logRecords: { attributes: { key: string; value: { stringValue?: string; intValue?: number } }[] }[]
      }[]
    }[]
  }[],
) =>
  bodies
    .flatMap(({ resourceLogs = [] }) =>
      resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(scope => scope.logRecords)),
    )
    .map(({ attributes }) =>
      Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
    )

test('what a page has noticed is posted as it is left before the agent is there, once', () => {
  const error = new TypeError('no cart')
  const { recorder, posted, bodies } = left(
    recorder => {
      throws(error)(recorder)
      throws(error)(recorder)
    },
    { release: 'r1', endpoint: '/in' },
  )

  expect(posted.map(({ url, init }) => [url, init.keepalive])).toEqual([
    ['/in/v1/traces', true],
    ['/in/v1/logs', true],
  ])
  expect(bodies[0].resourceSpans[0].scopeSpans[0].spans).toMatchObject([
    { name: 'pageload', spanId: recorder.pageLoad.id },
  ])
  expect(bodies[0].resourceSpans[0].resource.attributes).toContainEqual({
    key: 'service.version',
    value: { stringValue: 'r1' },
  })
  expect(logsOf(bodies)).toMatchObject([
    { 'exception.type': 'TypeError', 'exception.message': 'no cart', 'exception.stacktrace': error.stack },
  ])
  expect(recorder.buffer).toEqual([])
})

test('the same error again and again is one record with the number of the others', () => {
  const { bodies } = left(recorder => {
    for (let i = 0; i < 400; i++) throws(new RangeError('in a loop'))(recorder)
    throws(new RangeError('once'))(recorder)
  })

  expect(logsOf(bodies).map(log => [log['exception.message'], log['errata.exception.repeats']])).toEqual([
    ['in a loop', 399],
    ['once', undefined],
  ])
})

test('an error that cannot be read costs that one alone', () => {
  const unreadable = new Proxy(new Error('x'), {
    get() {
      throw new TypeError('trap')
    },
  })
  const { bodies } = left(recorder => {
    throws(unreadable)(recorder)
    throws(new RangeError('readable'))(recorder)
  })
  expect(logsOf(bodies).map(log => log['exception.message'])).toEqual(['readable'])
})

test('once the agent is there it is left to that', () => {
  expect(
    left(recorder => {
      recorder.isTakenOver = true
    }).posted,
  ).toEqual([])
})

test.each([
  ['a sanitised error of the server', new Error('Unexpected Server Error')],
  ['an error with a digest', Object.assign(new Error('x'), { digest: 'abc' })],
  ['no error', 'text'],
])('%s is not posted', (_, thrown) => {
  expect(logsOf(left(throws(thrown)).bodies)).toEqual([])
})

test("a 404 page's load carries the route by which the Collector drops it", () => {
  const routeAt = (status: number) =>
    left(() => {}, { status }).bodies.flatMap(({ resourceSpans }) =>
      resourceSpans[0].scopeSpans[0].spans[0].attributes.filter(
        ({ key }: { key: string }) => key === 'errata.transaction.route',
      ),
    )
  expect(routeAt(404)).toEqual([{ key: 'errata.transaction.route', value: { stringValue: '/404' } }])
  expect(routeAt(200)).toEqual([])
})

test('without a status from the browser, no page load is posted', () => {
  const { posted } = left(throws(new Error('x')), { status: 0 })
  expect(posted.map(({ url }) => url)).toEqual(['/otlp/v1/logs'])
})

test('beforeSend and sampling apply', () => {
  expect(left(throws(new Error('x')), { beforeSend: () => false }).posted).toEqual([])
  const { posted } = left(throws(new Error('x')), { sampleRatio: 0 })
  expect(posted.map(({ url }) => url)).toEqual(['/otlp/v1/logs'])
})

test('a record for which beforeSend throws costs that record alone', () => {
  const beforeSend: BrowserOptions['beforeSend'] = ({ signal }) => {
    if (signal === 'span') throw new Error('beforeSend is broken')
    return true
  }
  expect(left(throws(new Error('x')), { beforeSend }).posted.map(({ url }) => url)).toEqual(['/otlp/v1/logs'])
})

test('no value of a query leaves the page, whatever the address', () => {
  const value = fc.stringMatching(/^[a-z]{8}s3cr3t[a-z:/&=]{0,12}$/)
  fc.assert(
    fc.property(value, fc.constantFrom('?token=', '#', '?a=1&b='), (secret, mark) => {
      const error = new Error(`no answer of https://shop.example/x${mark}${secret}`)
      error.stack = `Error: ${error.message}\n    at pay (https://shop.example/x.js${mark}${secret}:1:2)`
      const text = JSON.stringify(logsOf(left(throws(error)).bodies))
      expect(text).not.toContain('s3cr3t')
      expect(text).toContain(':1:2)')
    }),
  )
})
