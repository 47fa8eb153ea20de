import { beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { site } from './open-site.ts'
import { leavePage, navigateBy, traceIdOf } from './open-visit.ts'

/** The four kinds of noise, really caused on the lab's page: each is counted by its rule and not stored. */

let traceOfPage: string

/** Whether something is not stored can be checked only once everything else is, so all is caused before the first test and awaited once. */
beforeAll(async () => {
  // The server's span and its children, then the browser's page load with its phases.
  await causeDrops('spans', 'filter/not-found', 4, async () => {
    const page = await site.visit('/no-such-page')
    traceOfPage = await traceIdOf(page)
    await leavePage(page)
  })
  await Promise.all([
    causeDrops('spans', 'filter/not-found', 1, async () => {
      const page = await site.visit('/lab')
      await navigateBy(page.getByRole('link', { name: 'Navigate to missing page' }))
      await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
      await leavePage(page)
    }),
    causeDrops('logs', 'filter/cross-origin-script-error', 1, () =>
      press('Load script', 'The browser reports only "Script error." to this page'),
    ),
    causeDrops('logs', 'filter/resize-observer-loop', 1, () => press('Trigger loop', 'The observer looped')),
    causeDrops('spans', 'filter/health-check', 1, () => press('Send health check', 'Health check: HTTP 200.')),
  ])
  await site.settled()
})

test('a cross-origin script error is dropped by its rule', async () => {
  expect(await exceptionsLike('Script error%')).toEqual([])
})

test('a resize-observer loop notice is dropped by its rule', async () => {
  expect(await exceptionsLike('ResizeObserver loop%')).toEqual([])
})

test('the transaction of a health check is dropped by its rule, and the call to it stays', async () => {
  const rows = await site.stack.query(
    "SELECT DISTINCT ServiceName, SpanKind FROM otel_traces WHERE SpanAttributes['url.full'] LIKE '%/livez' OR SpanAttributes['url.path'] = '/livez'",
  )
  expect(rows).toEqual([{ ServiceName: 'errata-desk-browser', SpanKind: 'Client' }])
})

test('the 404 page leaves no span of either side', async () => {
  expect(await site.stack.query(`SELECT SpanName FROM otel_traces WHERE TraceId = '${traceOfPage}'`)).toEqual([])
})

test('a navigation to the 404 page leaves no span of either side', async () => {
  expect(await site.stack.query("SELECT SpanName FROM otel_traces WHERE SpanName LIKE '%no-such-page%'")).toEqual([])
})

test('the lab shows what each rule has dropped', async () => {
  const counted = await poll(
    () =>
      site.stack.query(
        `SELECT uniqExact(Attributes['filter']) AS n FROM otel_metrics_sum
          WHERE Attributes['filter'] != '' AND NOT startsWith(Attributes['filter'], 'filter/noise') AND Value > 0`,
      ),
    rows => rows[0]?.['n'] === 4,
  )
  expect(counted).toEqual([{ n: 4 }])
  const page = await site.visit('/lab')
  const table = page.getByRole('table', { name: 'Dropped by rule' })
  // It comes after the page if the database is slow.
  await table.waitFor()
  const dropped = async (rule: string) => {
    const [spans = 'none', logs = 'none'] = await table
      .getByRole('row', { name: rule })
      .getByRole('cell')
      .allTextContents()
    return { spans: asNumber(spans), logs: asNumber(logs) }
  }
  const some = expect.toSatisfy((count: number) => count > 0, 'more than 0')
  expect({
    script: await dropped('Cross-origin script errors'),
    observer: await dropped('ResizeObserver loop notices'),
    health: await dropped('Health checks'),
    notFound: await dropped('404 pages'),
  }).toEqual({
    script: { spans: 0, logs: some },
    observer: { spans: 0, logs: some },
    health: { spans: some, logs: 0 },
    notFound: { spans: some, logs: 0 },
  })
  await leavePage(page)
})

/** A number with or without group separators; any other text is NaN. */
function asNumber(cell: string): number {
  return Number(cell.replaceAll(',', ''))
}

/** @returns once the rule's own counter has increased by this much. */
async function causeDrops(
  signal: 'spans' | 'logs',
  rule: string,
  atLeast: number,
  cause: () => Promise<void>,
): Promise<void> {
  const before = await filtered(signal, rule)
  await cause()
  await poll(
    () => filtered(signal, rule),
    now => now >= before + atLeast,
  )
}

async function press(button: string, message: string): Promise<void> {
  const page = await site.visit('/lab')
  await page.getByRole('button', { name: button }).click()
  await page.getByText(message).waitFor()
  await leavePage(page)
}

function exceptionsLike(pattern: string): Promise<Record<string, unknown>[]> {
  return site.stack.query(`SELECT Message FROM exceptions WHERE Message LIKE '${pattern}'`)
}

/** A rule's own counter in the Collector. */
async function filtered(signal: 'spans' | 'logs', rule: string): Promise<number> {
  const text = await (await fetch(site.stack.metricsUrl)).text()
  const lines = text.split('\n').filter(line => line.startsWith(`otelcol_processor_filter_${signal}_filtered`))
  const mine = lines.filter(line => line.includes(`filter="${rule}"`))
  return mine.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
