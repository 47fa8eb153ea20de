import { afterAll, beforeAll, describe, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { causeFailure, type Failure, leakOf } from './cause-failure.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

const secret = 's3cr3t-text'
let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const fail = (path: string, init?: RequestInit) => causeFailure(fixture, `${path}?say=${secret}`, init)
const linesOf = ({ answer }: Failure) => fixture.lines.filter(line => line.includes(answer.traceId))
const leakIn = (failure: Failure, type?: string) => leakOf(failure, secret, type)

describe.concurrent('an error that fails a document', () => {
  test.for([
    ['loader', 'GET', 'PriceError', `price of order 4711: ${secret}`, 'loader routes/fail-loader'],
    ['action', 'POST', 'RangeError', `action: ${secret}`, 'action routes/fail-action'],
    ['middleware', 'GET', 'Error', `middleware: ${secret}`, 'middleware routes/fail-middleware'],
    ['render', 'GET', 'SyntaxError', `render: ${secret} of 11`, 'render shell'],
    ['non-error', 'GET', 'string', `plain text: ${secret}`, 'loader routes/fail-non-error'],
    ['thrown-data', 'GET', 'ThrownResponse', `500 {"reason":"${secret}"}`, 'loader routes/fail-thrown-data'],
  ] as const)(
    'in a %s is one exception, with its digest everywhere',
    async ([path, method, type, message, name], { expect }) => {
      const body = method === 'POST' ? new URLSearchParams({ n: '1' }) : null
      const failure = await fail(`/fail/${path}`, { method, body })
      const { answer, exceptions, server, spans, shown } = failure
      const failed = spans.find(span => span.name === name && span.status === 'Error')

      expect(answer.status).toBe(500)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-errata-digest')).toBe(shown)
      expect(shown).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)

      expect(exceptions).toHaveLength(1)
      expect(exceptions[0]).toMatchObject({
        severity: 'ERROR',
        eventName: 'http.server.request.exception',
        service: 'fixture',
        spanId: failed?.spanId,
        attributes: {
          'exception.type': type,
          'exception.message': message,
          'errata.error.digest': shown,
          'errata.issue.fingerprint': shown,
          'errata.transaction.id': server?.spanId,
          'errata.transaction.route': `/fail/${path}`,
        },
      })
      expect(server).toMatchObject({
        status: 'Error',
        attributes: { 'error.type': type, 'errata.error.digest': shown },
      })
      expect(failed?.attributes).toMatchObject({ 'error.type': type, 'errata.error.digest': shown })

      const lines = linesOf(failure)
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 'error', digest: shown, trace_id: answer.traceId })
      expect(leakIn(failure, type)).toBeUndefined()
    },
  )

  test('keeps its stack and its causes', async ({ expect }) => {
    const { exceptions } = await fail('/fail/loader')
    const attributes = exceptions[0]?.attributes ?? {}

    expect(attributes['exception.stacktrace']).toMatch(/^PriceError: .*\n {4}at loader/)
    expect(attributes['errata.route.id']).toBe('routes/fail-loader')
    expect(JSON.parse(attributes['errata.exception.causes'] ?? '')).toMatchObject([
      { type: 'TypeError', message: 'no price list' },
    ])
  })

  test('has one digest, whether requested as document or as data', async ({ expect }) => {
    const asDocument = await fail('/fail/loader')
    const asData = await fail('/fail/loader.data')

    expect(asData.shown).toBe(asDocument.shown)
    expect(asData.answer.headers.get('x-errata-digest')).toBe(asDocument.shown)
    expect(asData.exceptions).toHaveLength(1)
    expect(asData.server?.name).toBe('GET /fail/loader')
    expect(leakIn(asDocument, 'PriceError')).toBeUndefined()
    expect(leakIn(asData, 'PriceError')).toBeUndefined()
  })

  test('thrown as a 5xx Response keeps its status and Retry-After, not its text', async ({ expect }) => {
    const failure = await fail('/fail/thrown-response')

    expect(failure.answer.status).toBe(502)
    expect(failure.answer.headers.get('x-reason')).toBeNull()
    expect(failure.answer.headers.get('retry-after')).toBe('7')
    expect(failure.exceptions.map(log => log.attributes['exception.message'])).toEqual([`502 response: ${secret}`])
    expect(leakIn(failure)).toBeUndefined()
  })

  test('in a resource route reaches its caller as digest and trace id', async ({ expect }) => {
    const failure = await fail('/api/fail')
    const { answer, exceptions, shown } = failure

    expect(exceptions).toHaveLength(1)
    expect(JSON.parse(answer.text)).toEqual({ digest: shown, traceId: answer.traceId })
    expect(answer.headers.get('x-errata-digest')).toBe(shown)
    expect(leakIn(failure)).toBeUndefined()
  })
})

describe.concurrent('an error before anything is rendered', () => {
  test.for([
    ['load-context', 'Error', `no context: ${secret}`],
    ['headers', 'TypeError', `no headers: ${secret}`],
    ['load-context/nowhere', 'Error', `no context: ${secret}`],
  ] as const)(
    'in %s is answered by the static page, with its digest everywhere',
    async ([path, type, message], { expect }) => {
      const failure = await fail(`/fail/${path}`)
      const { answer, exceptions, server, shown } = failure

      expect(answer.status).toBe(500)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.text).toContain(
        `A server-side exception occurred while loading the site ${new URL(fixture.url).host}.`,
      )
      expect(shown).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
      expect(answer.headers.get('x-errata-digest')).toBe(shown)
      expect(exceptions.map(log => log.attributes)).toMatchObject([
        { 'exception.type': type, 'exception.message': message, 'errata.error.digest': shown },
      ])
      expect(server).toMatchObject({
        status: 'Error',
        attributes: { 'error.type': type, 'errata.error.digest': shown },
      })
      expect(linesOf(failure).map(line => JSON.parse(line).digest)).toEqual([shown])
      expect(leakIn(failure)).toBeUndefined()
    },
  )

  test.for(['load-context', 'headers'])('in %s reaches a navigation as a digest', async (path, { expect }) => {
    const failure = await fail(`/fail/${path}.data`)

    expect(failure.answer.status).toBe(500)
    expect(failure.answer.headers.get('content-type')).toMatch(/^text\/x-script/)
    expect(failure.shown).toBe(failure.exceptions[0]?.attributes['errata.error.digest'])
    expect(failure.answer.headers.get('x-errata-digest')).toBe(failure.shown)
    expect(failure.exceptions).toHaveLength(1)
    expect(leakIn(failure)).toBeUndefined()
  })
})

describe.concurrent('an error screen that fails', () => {
  test('gives way to the one above it, both errors are recorded, the cause is shown', async ({ expect }) => {
    const failure = await fail('/fail/error-screen')
    const exceptions = await poll(
      () => fixture.exceptionsOf(failure.answer.traceId),
      found => found.length >= 2,
    )

    expect(exceptions.map(log => log.attributes['exception.message'])).toEqual([
      `first: ${secret}`,
      `the screen itself: ${secret}`,
    ])
    expect(failure.shown).toBe(exceptions[0]?.attributes['errata.error.digest'])
    expect(leakIn(failure)).toBeUndefined()
  })

  test('gives way to the static page when nothing is left to render', async ({ expect }) => {
    const failure = await fail('/fail/last-resort')

    expect(failure.answer.status).toBe(500)
    expect(failure.answer.text).toContain('A server-side exception occurred while loading the site 127.0.0.1')
    expect(failure.shown).toBe(failure.answer.headers.get('x-errata-digest'))
    expect(failure.exceptions[0]?.attributes['errata.error.digest']).toBe(failure.shown)
    expect(leakIn(failure)).toBeUndefined()
  })
})

describe.concurrent('an error after the page began', () => {
  test.for([
    ['deferred-early', `deferred early: ${secret}`],
    ['deferred-late', `deferred late: ${secret}`],
    ['after-shell', `after the shell: ${secret}`],
    ['deferred/data/503', `503 ${secret}`],
    ['deferred/response/502', `502 ${secret}`],
    ['unrecorded-response', `502 response: ${secret}`],
  ])('%s is one exception and marks the trace, although the status is 200', async ([path, message], { expect }) => {
    const failure = await fail(`/fail/${path}`)
    const { answer, exceptions, server } = failure

    expect(answer.status).toBe(200)
    expect(exceptions.map(log => log.attributes['exception.message'])).toEqual([message])
    expect(server).toMatchObject({
      status: 'Error',
      attributes: {
        'http.response.status_code': '200',
        'errata.error.digest': exceptions[0]?.attributes['errata.error.digest'],
      },
    })
    expect(leakIn(failure)).toBeUndefined()
    expect((await fixture.request('/')).status).toBe(200)
  })

  test('a deferred one as data is recorded, and its message is not sent to the browser', async ({ expect }) => {
    const failure = await fail('/fail/deferred-late.data')
    expect(failure.exceptions).toHaveLength(1)
    expect(leakIn(failure)).toBeUndefined()
  })

  test('in a component has its component stack, and belongs to the render stream span', async ({ expect }) => {
    const { exceptions, spans } = await fail('/fail/after-shell')
    expect(exceptions[0]?.attributes['errata.react.component_stack']).toContain('Broken')
    expect(exceptions[0]?.spanId).toBe(spans.find(({ name }) => name === 'render stream')?.spanId)
  })

  test('in the body of a resource route is one exception, though the status was sent', async ({ expect }) => {
    const traceId = '5f0d9c27a4e14bb09f1a3b8c2d6e7f10'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    // The connection ends in the middle of the body.
    await expect(fixture.request(`/fail/body?say=${secret}`, { headers })).rejects.toThrow()
    const [log, ...others] = await poll(
      () => fixture.exceptionsOf(traceId),
      found => found.length > 0,
    )
    const [server] = (await fixture.spansOf(traceId)).filter(({ kind }) => kind === 'Server')

    expect(others).toEqual([])
    expect(log?.attributes).toMatchObject({
      'exception.message': `body: ${secret}`,
      'errata.route.id': 'routes/fail-body',
    })
    expect(server).toMatchObject({
      status: 'Error',
      attributes: {
        'http.response.status_code': '200',
        'errata.error.digest': log?.attributes['errata.error.digest'],
      },
    })
  })

  test('that never comes, on a navigation, is recorded when the router gives it up', async ({ expect }) => {
    const { exceptions, server } = await fail('/fail/deferred-never.data')
    expect(exceptions.map(({ attributes }) => [attributes['exception.type'], attributes['errata.route.id']])).toEqual([
      ['DeferredTimeout', 'routes/fail-deferred-never'],
    ])
    expect(server?.status).toBe('Error')
  })
})
