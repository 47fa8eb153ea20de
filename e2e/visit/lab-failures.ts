import { beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { site } from './open-site.ts'
import { leavePage, navigateBy, traceIdOf } from './open-visit.ts'

let desk: number | undefined
/** Everything is caused before all tests, so that they wait only once. By name: how its exceptions are found. */
const caused = new Map<string, string>()

beforeAll(async () => {
  desk = site.stack.pids()['desk']
  // The first stack waits until the maps are read, for at most five seconds: on a busy machine it would be sent unmapped.
  await leavePage(await site.visit('/lab/fail/loader'))
  const pages = []
  for (const [name] of cases) pages.push(await causeSaying(name))
  for (const [name] of worded) pages.push(await causeInTrace(name))
  for (const { page, where } of pages) {
    // A page that hydrates slowly fails long after its network is idle: leaving earlier leaves no exception.
    await poll(
      () => exceptions(where),
      rows => rows.length > 0,
    )
    await leavePage(page)
  }
  await site.settled()
})

/** Found by the error message. */
async function causeSaying(name: string) {
  const message = `said by ${name} ${crypto.randomUUID()}`
  const page = await site.visit(`/lab/fail/${name}?say=${encodeURIComponent(message)}`)
  if (name === 'action') await page.getByRole('button', { name: 'Send' }).click()
  const where = `position(Message, '${message}') > 0`
  caused.set(name, where)
  return { page, where }
}

/** Found by the trace of the page. */
async function causeInTrace(name: string) {
  const page = await site.visit(`/lab/fail/${name}`)
  const where = `TraceId = '${await traceIdOf(page)}'`
  caused.set(`${name}, worded`, where)
  return { page, where }
}

/** The side that reports the failure, as a service name. */
const server = 'errata-desk'
const browser = 'errata-desk-browser'

/** The function of its route that threw, before minification: '' for one without a name. */
const cases: [name: string, service: string, thrower: string][] = [
  ['loader', server, 'loader'],
  ['middleware', server, 'breakMiddleware'],
  ['render', server, 'RenderCase'],
  ['after-shell', server, 'BreaksLate'],
  ['deferred-early', server, 'rejectEarly'],
  ['deferred-late', server, 'rejectLate'],
  ['fetcher', server, 'loader'],
  ['action', server, 'action'],
  ['before-render', server, ''],
  ['client-render', browser, 'ClientRenderCase'],
  ['client-event', browser, 'breakHandler'],
  ['client-rejection', browser, 'rejectUnheard'],
]

for (const [name, service, thrower] of cases) {
  test(`the lab's ${name} failure is stored exactly once, with type, message, trace, and the place in its source`, async () => {
    const rows = await exceptions(caused.get(name))
    expect(rows).toMatchObject([{ ServiceName: service, Type: 'Error', hasTrace: 1 }])
    expect(firstFrame(rows[0])).toMatch(placeIn(`app/pages/lab/fail/${name}.tsx`, thrower))
  })
}

const firstFrame = (row: Record<string, unknown> | undefined) => /^ {4}at .+$/m.exec(String(row?.['Stacktrace']))?.[0]

const placeIn = (file: string, thrower: string) =>
  new RegExp(thrower === '' ? `^ {4}at ${file}:\\d+:\\d+$` : `^ {4}at (?:async )?${thrower} \\(${file}:\\d+:\\d+\\)$`)

test("the exception's page shows the line of the desk's own source that threw in a browser", async () => {
  const [row] = await exceptions(caused.get('client-event'))
  const page = await site.visit(`/exceptions/${row?.['at']}-${row?.['id']}`)
  const stack = await page.getByRole('region', { name: 'Stack' }).textContent()
  await leavePage(page)
  expect(stack).toContain('app/pages/lab/fail/client-event.tsx:')
  expect(stack).toContain("throw new Error(errorMessageOf(search, 'The lab broke this event handler'))")
})

/** Found by the trace of the page: the browser or React writes these messages, and a substitute might be stored beside the error. */
const worded: [name: string, service: string, type: string][] = [
  ['thrown-response', server, 'ThrownResponse'],
  ['after-shell', server, 'Error'],
  ['deferred-early', server, 'Error'],
  ['deferred-late', server, 'Error'],
  ['hydration', browser, 'Error'],
  ['chunk', browser, 'TypeError'],
]

for (const [name, service, type] of worded) {
  test(`the lab's ${name} failure leaves one exception in the trace of its page`, async () => {
    const rows = await exceptions(caused.get(`${name}, worded`))
    expect(rows).toMatchObject([{ ServiceName: service, Type: type }])
  })
}

test('none of them ends the desk', async () => {
  expect((await fetch(`${site.stack.deskUrl}/livez`)).status).toBe(200)
  expect(site.stack.pids()['desk']).toBe(desk)
})

test('what the visitor is shown of a server error is its digest, and the digest is on the row', async () => {
  const message = `secret ${crypto.randomUUID()}`
  const page = await site.visit(`/lab/fail/loader?say=${encodeURIComponent(message)}`)
  const text = await page.locator('body').textContent()
  await leavePage(page)

  const [row] = await poll(
    () => exceptions(`position(Message, '${message}') > 0`),
    rows => rows.length > 0,
  )
  expect(row?.['Digest']).toMatch(/^[0-9a-z]{8,12}$/)
  expect(text).toContain(row?.['Digest'])
  expect(text).toContain('server-side exception')
  expect(text).not.toContain(message)
})

test('after a navigation the screen names the trace of the navigation, where the exception is', async () => {
  const page = await site.visit('/lab')
  await navigateBy(page.getByRole('link', { name: 'Navigate to deferred-late', exact: true }))
  const traceId = await page.getByRole('alert').locator('code').textContent()
  await leavePage(page)
  const rows = await poll(
    () => site.stack.query(`SELECT ServiceName, Type FROM exceptions FINAL WHERE TraceId = '${traceId}'`),
    found => found.length > 0,
  )
  expect(rows).toEqual([{ ServiceName: server, Type: 'Error' }])
})

/** All rows of both shapes. */
function exceptions(where = 'false'): Promise<Record<string, unknown>[]> {
  return site.stack.query(
    `SELECT ServiceName, Type, Message, Digest, Stacktrace, TraceId != '' AS hasTrace,
       toString(toUnixTimestamp64Nano(Timestamp)) AS at, leftPad(lower(hex(Id)), 16, '0') AS id
     FROM exceptions FINAL WHERE ${where}`,
  )
}
