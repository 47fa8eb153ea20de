import { afterAll, beforeAll, describe, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe.concurrent('what is no error of the app', () => {
  test('a declared outage keeps its text and its status, and is no exception', async ({ expect }) => {
    const answer = await fixture.request('/outage')
    const spans = await fixture.spansOf(answer.traceId)

    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(answer.text).toContain('The shop is being restocked.')
    expect(spans.find(span => span.kind === 'Server')).toMatchObject({
      status: 'Error',
      attributes: { 'error.type': '503' },
    })
    expect(await fixture.ask(`SELECT Body FROM otel_logs WHERE TraceId = '${answer.traceId}'`)).toEqual([])
  })

  test.for(['/fail/action', '/fail/action.data'])(
    'a form forged elsewhere, posted to %s, is no exception',
    async (path, { expect }) => {
      const init = { method: 'POST', headers: { origin: 'http://evil.test' }, body: new URLSearchParams({ n: '1' }) }
      const answer = await fixture.request(path, init)
      const spans = await fixture.spansOf(answer.traceId)
      expect(answer.status).toBe(400)
      expect(spans.find(span => span.kind === 'Server')).toMatchObject({ name: 'POST /fail/action', status: 'Unset' })
      expect(await fixture.ask(`SELECT Body FROM otel_logs WHERE TraceId = '${answer.traceId}'`)).toEqual([])
    },
  )

  test.for(['data', 'response'])('a deferred 404 by %s is no exception', async (kind, { expect }) => {
    const answer = await fixture.request(`/fail/deferred/${kind}/404?say=s3cr3t-text`)
    const spans = await fixture.spansOf(answer.traceId)

    expect(answer.text).toContain('no price')
    expect(answer.text).not.toContain('s3cr3t-text')
    expect(spans.filter(({ status }) => status === 'Error')).toEqual([])
    expect(await fixture.ask(`SELECT Body FROM otel_logs WHERE TraceId = '${answer.traceId}'`)).toEqual([])
  })

  test('a visitor who leaves is no exception', async ({ expect }) => {
    const traceId = '2cf7651916cd43dd8448eb211c80319c'
    const leave = new AbortController()
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const asked = fixture.request('/slow', { headers, signal: leave.signal }).catch((error: unknown) => error)
    await poll(
      () => fixture.lines.some(line => line.includes('slow loader began')),
      began => began,
    )
    leave.abort()
    await asked
    const spans = await fixture.spansOf(traceId)

    expect(spans.find(span => span.kind === 'Server')).toMatchObject({ status: 'Unset' })
    expect(await fixture.ask(`SELECT Body FROM otel_logs WHERE TraceId = '${traceId}' AND SeverityNumber > 9`)).toEqual(
      [],
    )
  })

  test('reportError records a warning, with what the app adds, and fails nothing', async ({ expect }) => {
    const answer = await fixture.request('/handled')
    const [log, ...others] = await fixture.exceptionsOf(answer.traceId)
    const spans = await fixture.spansOf(answer.traceId)
    const digest = log?.attributes['errata.error.digest']

    expect(others).toEqual([])
    expect(log).toMatchObject({
      severity: 'WARN',
      eventName: 'exception',
      attributes: { 'exception.message': 'handled 12', 'shop.cart.size': '3' },
    })
    expect(answer.text).toContain(`<code>${digest}</code>`)
    expect(spans.find(span => span.kind === 'Server')?.status).toBe('Unset')
  })

  test('what was reported and is thrown all the same is one exception, which failed the request', async ({
    expect,
  }) => {
    const answer = await fixture.request('/handled?throw')
    const [log, ...others] = await fixture.exceptionsOf(answer.traceId)
    const spans = await fixture.spansOf(answer.traceId)
    const digest = log?.attributes['errata.error.digest']

    expect(others).toEqual([])
    expect(log).toMatchObject({
      severity: 'ERROR',
      eventName: 'http.server.request.exception',
      attributes: { 'exception.message': 'handled 12', 'shop.cart.size': '3' },
    })
    expect(answer.status).toBe(500)
    expect(spans.find(span => span.kind === 'Server')).toMatchObject({
      status: 'Error',
      attributes: { 'errata.error.digest': digest },
    })
    // A view's rows are visible a moment after those that it was made from.
    const counted = await poll(
      () => fixture.ask(`SELECT uniqExact(Id) AS n FROM exceptions WHERE TraceId = '${answer.traceId}'`),
      ([row]) => Number(row?.['n']) > 0,
    )
    expect(counted).toEqual([{ n: 1 }])
  })
})
