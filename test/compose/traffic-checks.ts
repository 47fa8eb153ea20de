import { match, ok, strictEqual } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import type { Browser, Page, Response } from 'playwright-core'
import { poll } from '../poll.ts'
import type { ComposeProject } from './compose-project.ts'
import type { CheckTally } from './tally.ts'

/** From the sender's 200 to the stored row: the queue's batch, an insert, and a busy machine. */
const arrivalDeadlineMs = 60_000

/** Checks of traffic from outside, and of what the app then shows. */
export async function checkTraffic(project: ComposeProject, browser: Browser, tally: CheckTally): Promise<string> {
  const { deskUrl, ports } = project
  let pageTraceId = ''

  await tally.check('the desk says that it lives and that it is ready', async () => {
    for (const path of ['/livez', '/readyz']) strictEqual((await fetch(deskUrl + path)).status, 200, path)
  })

  await tally.check('a name that was made to lead to this machine reads nothing of the desk', async () => {
    strictEqual(await statusAs(deskUrl, 'localhost'), 200)
    strictEqual(await statusAs(deskUrl, 'evil.example'), 421)
  })

  await tally.check('a span sent over OTLP/HTTP from this machine is shown by the desk', async () => {
    const traceId = await sendSpan(ports.http)
    await shown(`${deskUrl}/traces/${traceId}`, text => text.includes('>another-service<'))
  })

  await tally.check('OTLP/gRPC speaks HTTP/2 on its published port', async () => {
    const session = connect(`http://127.0.0.1:${ports.grpc}`)
    // Docker's own proxy accepts any connection; settings come from the Collector alone.
    await once(session, 'remoteSettings', { signal: AbortSignal.timeout(10_000) })
    session.destroy()
  })

  await tally.check('opening a page gives one trace with spans of the server and of the browser', () =>
    onPage(browser, async page => {
      // A visitor who leaves early has only the server's span.
      const response = await page.goto(`${deskUrl}/traces`, { waitUntil: 'networkidle' })
      strictEqual(response?.status(), 200)
      pageTraceId = traceIdOf(response)
      await checkTraceScreen(page, `${deskUrl}/traces/${pageTraceId}`)
    }),
  )

  await tally.check('a server error shows a digest, by which the desk finds it', () =>
    onPage(browser, async page => {
      const response = await page.goto(`${deskUrl}/lab/fail/loader`)
      strictEqual(response?.status(), 500)
      const digest = response?.headers()['x-errata-digest'] ?? ''
      match(digest, /^\w+$/)
      await page.getByRole('alert').getByText(digest).waitFor()
      await shown(`${deskUrl}/digest/${digest}`, text => text.includes(traceIdOf(response)))
    }),
  )

  await tally.check('each of the four noises, caused on the lab page, is dropped and counted', () =>
    onPage(browser, async page => {
      const before = await countDropped(page, deskUrl)
      await page.goto(`${deskUrl}/lab`)
      for (const button of ['Load script', 'Trigger loop', 'Send health check']) {
        const notice = page.getByRole('region', { name: 'Noise' }).getByRole('status')
        const noticeBefore = await notice.textContent()
        await page.getByRole('button', { name: button }).click()
        await poll(
          () => notice.textContent(),
          text => text !== noticeBefore,
        )
      }
      const response = await page.goto(`${deskUrl}/no-such-page`)
      strictEqual(response?.status(), 404)
      await poll(
        () => countDropped(page, deskUrl),
        now => now.every(([rule, dropped], i) => rule === before[i]?.[0] && dropped > before[i][1]),
        arrivalDeadlineMs,
      )
      // Its log records, such as web vitals, stay: the rule removes spans.
      const { text } = await readText(`${deskUrl}/traces/${traceIdOf(response)}`)
      ok(!text.includes('class="waterfall"'), 'a span of the 404 page is in the store')
    }),
  )

  await tally.check('errata check, run in the container of the app, passes', async () => {
    match(await project.compose(['exec', '-T', 'desk', 'node', 'server/canary/check.ts']), /All probes passed\./)
  })

  await tally.check('the desk’s own canary arrives', async () => {
    await shown(`${deskUrl}/readyz`, text => text.includes('latest canary stored'))
  })

  return pageTraceId
}

/** Waits until a page's trace shows spans of both sides, and checks that they are one tree. */
export async function checkTraceScreen(page: Page, url: string): Promise<void> {
  const rows = page.getByRole('treegrid', { name: /^Span tree/ }).getByRole('row')
  await poll(
    async () => {
      await page.goto(url)
      const ofServer = await rows.getByText('errata-desk', { exact: true }).count()
      const ofBrowser = await rows.getByText('errata-desk-browser', { exact: true }).count()
      return { url, ofServer, ofBrowser }
    },
    ({ ofServer, ofBrowser }) => ofServer > 0 && ofBrowser > 0,
    arrivalDeadlineMs,
  )
  strictEqual(await rows.filter({ hasText: 'missing parent' }).count(), 0, 'a span without its parent')
}

/** Reads from the status page how many spans and log records each rule removed. */
async function countDropped(page: Page, deskUrl: string): Promise<[rule: string, dropped: number][]> {
  await page.goto(`${deskUrl}/status`)
  const rules = ['Cross-origin script errors', 'ResizeObserver loop notices', 'Health checks', '404 pages']
  const counts: [string, number][] = []
  for (const rule of rules) {
    const cells = page.getByRole('row', { name: rule }).getByRole('cell')
    const [spans = '', logs = ''] = await cells.allTextContents()
    counts.push([rule, Number(spans.replaceAll(/\D/g, '')) + Number(logs.replaceAll(/\D/g, ''))])
  }
  return counts
}

async function onPage(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage()
  try {
    await work(page)
  } finally {
    await page.close()
  }
}

/** Waits until a page of the app loads and matches. */
async function shown(url: string, enough: (text: string) => boolean): Promise<void> {
  await poll(
    async () => {
      const { status, text } = await readText(url)
      return status === 200 && enough(text) ? 'shown' : `${url} answered ${status} without it`
    },
    answer => answer === 'shown',
    arrivalDeadlineMs,
  )
}

async function readText(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

/** fetch() does not let its caller choose the host. */
async function statusAs(deskUrl: string, host: string): Promise<number | undefined> {
  const [response]: [IncomingMessage] = Object(await once(get(`${deskUrl}/traces`, { headers: { host } }), 'response'))
  response.resume()
  return response.statusCode
}

function traceIdOf(response: Response | null): string {
  const timing = response?.headers()['server-timing'] ?? ''
  const traceId = /traceparent;desc="?00-([0-9a-f]{32})-/.exec(timing)?.[1]
  if (traceId === undefined) throw new Error(`The response names no trace: server-timing is "${timing}"`)
  return traceId
}

export async function sendSpan(httpPort: number): Promise<string> {
  const traceId = randomBytes(16).toString('hex')
  const nowNs = BigInt(Date.now()) * 1_000_000n
  const span = {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name: 'GET /elsewhere',
    kind: 2,
    startTimeUnixNano: String(nowNs - 5_000_000n),
    endTimeUnixNano: String(nowNs),
  }
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'another-service' } }] }
  const response = await fetch(`http://127.0.0.1:${httpPort}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }),
  })
  strictEqual(response.status, 200)
  return traceId
}
