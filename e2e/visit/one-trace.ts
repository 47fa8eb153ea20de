import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { site } from './open-site.ts'
import { leavePage, traceIdOf } from './open-visit.ts'

interface Span {
  readonly SpanId: string
  readonly ParentSpanId: string
  readonly ServiceName: string
  readonly SpanName: string
  readonly SpanKind: string
  readonly StatusCode: string
  readonly StatusMessage: string
  readonly SpanAttributes: Readonly<Record<string, string>>
}

test('a page is one trace of server and browser, with one root and no orphan', async () => {
  const page = await site.visit('/traces')
  const traceId = await traceIdOf(page)
  await leavePage(page)

  const spans = await spansOf(traceId, isWhole)
  expect(services(spans)).toEqual(['errata-desk', 'errata-desk-browser'])
  expect(spans.filter(span => span.ParentSpanId === '')).toMatchObject([
    { ServiceName: 'errata-desk', SpanName: 'GET /traces', SpanKind: 'Server' },
  ])
  expect(orphans(spans)).toEqual([])
})

test('one page view makes one trace and no other', async () => {
  const before = await traceIds()
  const page = await site.visit('/exceptions')
  const traceId = await traceIdOf(page)
  await leavePage(page)
  await spansOf(traceId, isWhole)

  const after = await traceIds()
  expect(after.filter(id => !before.includes(id))).toEqual([traceId])
})

test('a navigation is a trace of its own, with its data request inside', async () => {
  const page = await site.visit('/traces')
  await page.getByRole('navigation').getByRole('button', { name: 'More' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Exceptions' }).click()
  await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor()
  await leavePage(page)

  const [navigation] = await poll(
    () =>
      site.stack.query(
        "SELECT TraceId FROM otel_traces WHERE ServiceName = 'errata-desk-browser' AND SpanName = 'navigation /exceptions'",
      ),
    rows => rows.length > 0,
  )
  const spans = await spansOf(String(navigation?.['TraceId']), isWhole)
  expect(spans.filter(span => span.ParentSpanId === '')).toMatchObject([
    { ServiceName: 'errata-desk-browser', SpanName: 'navigation /exceptions' },
  ])
  expect(spans.filter(span => span.SpanKind === 'Server')).toMatchObject([{ SpanName: 'GET /exceptions' }])
  expect(orphans(spans)).toEqual([])
})

test('each query of a page to the store is one span that says which, and no request beside it', async () => {
  // The only traces are the app's own. `whole`: otherwise the list's counts would be queried after the page.
  const page = await site.visit('/traces?own=1&whole=1')
  const traceId = await traceIdOf(page)
  await leavePage(page)

  const spans = await spansOf(traceId, isWhole)
  const calls = spans.filter(({ ServiceName, SpanKind }) => ServiceName === 'errata-desk' && SpanKind === 'Client')
  const ofBar = ['get-scope-choices']
  // The number of id queries depends on how far back they look; what another page has read a moment ago is cached, and a failure may have
  // no exception.
  const maybeCached = [...ofBar, 'list-saved-searches', 'list-issue-titles']
  const names = new Set(calls.map(span => span.SpanName).filter(name => !maybeCached.includes(name)))
  const ofTraces = ['list-trace-ids', 'list-span-counts', 'list-traces-by-id', 'list-moved-spans', 'list-trace-facets']
  const ofChart = 'list-releases-seen'
  expect(names).toEqual(new Set([...ofTraces, ofChart, 'list-first-exceptions']))
  expect(await askersOf(ofBar)).toEqual(ofBar.map(name => ({ name, asks: 'loader root' })))
  const engine = new URL(site.stack.engineUrl)
  for (const call of calls) {
    const asks = ofBar.includes(call.SpanName) ? 'loader root' : 'loader pages/traces/traces'
    expect(spans.find(span => span.SpanId === call.ParentSpanId)?.SpanName).toBe(asks)
    expect(call).toMatchObject({
      StatusCode: 'Unset',
      SpanAttributes: {
        'db.system.name': 'clickhouse',
        'db.namespace': 'otel',
        'db.operation.name': 'SELECT',
        'db.query.summary': call.SpanName,
        'db.query.text': expect.stringMatching(/^-- One row[ :][\s\S]*\nLIMIT \{limit:UInt32\}\n$/),
        'db.response.returned_rows': expect.stringMatching(/^\d+$/),
        'server.address': engine.hostname,
        'server.port': engine.port,
        'errata.transaction.route': '/traces',
      },
    })
  }
})

test('a query that the store did not answer is a failed span that says why', async () => {
  const response = await fetch(`${site.stack.deskUrl}/lab/fail/store-away`)
  await response.text()
  const traceId = /traceparent;desc="00-(\w+)-/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? ''

  const spans = await spansOf(traceId, stored => stored.some(span => span.SpanKind === 'Server'))
  expect(spans.filter(span => span.SpanKind === 'Client' && span.StatusCode === 'Error')).toMatchObject([
    {
      SpanName: 'get-scope-choices',
      StatusCode: 'Error',
      StatusMessage: 'the store did not answer (away)',
      SpanAttributes: { 'error.type': 'away', 'server.address': '127.0.0.1', 'server.port': '9' },
    },
  ])
})

test('the trace screen shows spans of both sides in one tree', async () => {
  const visited = await site.visit('/traces?own=1')
  const traceId = await traceIdOf(visited)
  await leavePage(visited)
  await spansOf(traceId, isWhole)
  await canBeFound(traceId)

  const screen = await site.visit(`/traces/${traceId}`)
  const text = await screen.getByRole('main').textContent()
  expect(text).toContain('GET /traces')
  expect(text).toContain('errata-desk-browser')
  expect(text).toContain('list-traces-by-id')
  expect(await screen.getByText('missing parent').count()).toBe(0)
  await leavePage(screen)
})

test('the trace screen can be read without JavaScript', async () => {
  const visited = await site.visit('/traces', { javaScriptEnabled: false })
  const traceId = await traceIdOf(visited)
  await visited.context().close()
  await canBeFound(traceId)

  const screen = await site.visit(`/traces/${traceId}`, { javaScriptEnabled: false })
  expect(await screen.getByRole('main').textContent()).toContain('GET /traces')
  await screen.context().close()
})

function spansOf(traceId: string, enough: (spans: Span[]) => boolean): Promise<Span[]> {
  const sql = `SELECT SpanId, ParentSpanId, ServiceName, SpanName, SpanKind, StatusCode, StatusMessage, SpanAttributes
    FROM otel_traces FINAL WHERE TraceId = '${traceId}' ORDER BY Timestamp`
  return poll(() => site.stack.query<Span>(sql), enough)
}

/** Resolves when a page finds the trace: by a table that its view fills after the spans are stored. */
async function canBeFound(traceId: string): Promise<void> {
  const sql = `SELECT Bucket FROM trace_index WHERE Fact = 'service errata-desk' AND Trace = sipHash64('${traceId}')`
  await poll(
    () => site.stack.query(sql),
    rows => rows.length > 0,
  )
}

/** Names of successful queries, in any trace. */
function askersOf(names: string[]) {
  const sql = `SELECT DISTINCT call.SpanName AS name, asker.SpanName AS asks
    FROM otel_traces AS call INNER JOIN otel_traces AS asker ON asker.TraceId = call.TraceId AND asker.SpanId = call.ParentSpanId
    WHERE call.ServiceName = 'errata-desk' AND call.SpanKind = 'Client' AND call.StatusCode = 'Unset' AND has([${names.map(name => `'${name}'`).join(', ')}], name)
    ORDER BY name DESC`
  return poll(
    () => site.stack.query(sql),
    rows => rows.length >= names.length,
  )
}

async function traceIds(): Promise<string[]> {
  await site.settled()
  const rows = await site.stack.query(
    "SELECT DISTINCT TraceId FROM otel_traces WHERE ServiceName LIKE 'errata-desk%' AND Route NOT LIKE '/lab/%' AND SpanAttributes['errata.transaction.route'] NOT LIKE '/lab/%'",
  )
  return rows.map(row => String(row['TraceId']))
}

/** Both sides send separate batches: the first span of one says nothing about the others. */
function isWhole(spans: Span[]): boolean {
  const hasRoot = spans.some(span => span.ParentSpanId === '')
  const ofServer = spans.some(span => span.SpanKind === 'Server')
  return services(spans).length === 2 && hasRoot && ofServer && orphans(spans).length === 0
}

const services = (spans: Span[]) => [...new Set(spans.map(span => span.ServiceName))].sort()

function orphans(spans: Span[]): Span[] {
  const ids = new Set(spans.map(span => span.SpanId))
  return spans.filter(span => span.ParentSpanId !== '' && !ids.has(span.ParentSpanId))
}
