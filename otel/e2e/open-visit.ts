import type { Browser, Page } from 'playwright-core'
import { poll } from '../../test/poll.ts'
import type { Server } from './start-fixture.ts'

export interface VisitedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: string
  readonly status: string
  readonly service: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
}

export interface VisitedLog {
  readonly traceId: string
  readonly spanId: string
  readonly eventName: string
  readonly severity: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
}

/** A visitor: a separate browser context, identified in the database by its session. */
export interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Opens a path and waits until its page load has been sent, or its first logs where no trace is. */
  open(path: string, sent?: 'traces' | 'logs'): Promise<void>
  press(name: string): Promise<void>
  sessionId(): string
  /** Everything that the traces of this visit have, server's spans too, once a span or log of the browser's is as asked. */
  spans(until: (spans: readonly VisitedSpan[]) => boolean): Promise<VisitedSpan[]>
  logs(until: (logs: readonly VisitedLog[]) => boolean): Promise<VisitedLog[]>
  /** Log records with an exception, once there are so many. */
  exceptions(count?: number): Promise<VisitedLog[]>
  /** Leaves the page, so that everything is sent, and waits until the last record of the visit is stored. */
  finish(): Promise<void>
}

const deadlineMs = 60_000

export async function openVisit(browser: Browser, fixture: Server): Promise<Visit> {
  const context = await browser.newContext({ baseURL: fixture.url })
  context.setDefaultTimeout(deadlineMs)
  const page = await context.newPage()
  let sessionId: string | undefined

  const session = () => {
    if (sessionId === undefined) throw new Error('open a page first')
    return sessionId
  }
  const spansNow = () =>
    fixture.ask<VisitedSpan>(`SELECT TraceId AS traceId, SpanId AS spanId, ParentSpanId AS parentSpanId, SpanName AS name,
      SpanKind AS kind, StatusCode AS status, ServiceName AS service, SpanAttributes AS attributes, ResourceAttributes AS resource
      FROM otel_traces FINAL
      WHERE TraceId IN (SELECT TraceId FROM otel_traces WHERE SpanAttributes['session.id'] = '${session()}')
      ORDER BY Timestamp, SpanId`)
  const logsNow = () =>
    fixture.ask<VisitedLog>(`SELECT TraceId AS traceId, SpanId AS spanId, EventName AS eventName, SeverityText AS severity,
      LogAttributes AS attributes, ResourceAttributes AS resource FROM otel_logs FINAL
      WHERE LogAttributes['session.id'] = '${session()}' ORDER BY Timestamp`)
  /** Without consent the session is known to the page alone, and to what it has sent. */
  const sessionOf = async (traceId: string) => {
    const ask = () =>
      fixture.ask<{ id: string }>(`SELECT SpanAttributes['session.id'] AS id FROM otel_traces
        WHERE TraceId = '${traceId}' AND SpanAttributes['session.id'] != '' LIMIT 1`)
    return (await poll(ask, found => found.length > 0, deadlineMs))[0]?.id
  }
  const isException = ({ eventName }: VisitedLog) => eventName === 'exception'

  return {
    page,
    async open(path, signal = 'traces') {
      const sent = page.waitForRequest(`**/otlp/v1/${signal}`)
      await page.goto(path)
      await sent
      const stored = await page.evaluate(() => sessionStorage.getItem('errata.session'))
      sessionId = stored?.split(' ')[0] ?? (await sessionOf(await page.evaluate(() => window.__errataPage?.() ?? '')))
    },
    sessionId: session,
    press: name =>
      page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('link', { name, exact: true }))
        .click(),
    spans: until => poll(spansNow, until, deadlineMs),
    logs: until => poll(logsNow, until, deadlineMs),
    async exceptions(count = 1) {
      return (await poll(logsNow, logs => logs.filter(isException).length >= count, deadlineMs)).filter(isException)
    },
    async finish() {
      // A browser tells of many things in tasks of their own: who leaves in the same moment leaves before they are told.
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1_000 })))
      await page.goto('about:blank')
      // The page says that it is hidden in its last batch.
      await poll(logsNow, logs => logs.some(log => log.attributes['errata.page.visibility'] === 'hidden'), deadlineMs)
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}
