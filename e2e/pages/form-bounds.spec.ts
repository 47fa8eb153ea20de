import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCookie } from '../../test/browser/encode-cookie.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow } from '../../test/store/open-test-store.ts'

/** Forms cannot keep a page from opening. */

let desk: RunningDesk
const ids = Array.from({ length: 600 }, (_, i) => `issue-${i}`)

beforeAll(async () => {
  desk = await startDesk({ settings: { ERRATA_BEHIND_PROXY: '1' } })
  await desk.insert(ids.map(id => exceptionRow({ at: 1_000, attributes: { 'errata.issue.fingerprint': id } })))
})
afterAll(() => desk[Symbol.asyncDispose]())

test.each(['/issues', '/issues/issue-1', '/grouping', '/theme', '/no-such-page', '/lab/fail/action'])(
  'a form of 300 KiB to %s is 413, with a length and without',
  async path => {
    const body = `note=${'x'.repeat(300 * 1024)}`
    expect((await send(path, body)).status).toBe(413)
    expect((await send(`${path}.data`, body)).status).toBe(413)
    expect(await sendInChunks(path, body)).toBe(413)
  },
)

test('at most 500 issues are changed at once, and only such as there are', async () => {
  const acknowledge = (issues: readonly string[]) => act('/issues', { do: 'acknowledge' }, issues)
  expect(await acknowledge(ids.slice(0, 501))).toMatchObject({
    status: 400,
    says: expect.stringContaining('At most 500 issues'),
  })
  expect(await acknowledge(['issue-1', 'made-up'])).toMatchObject({
    status: 400,
    says: expect.stringContaining('Issue not found: made-up'),
  })
  expect(await acknowledge(Array.from({ length: 500 }, () => 'issue-1'))).toMatchObject({ status: 302 })
  expect(await act('/issues/made-up', { do: 'note', note: 'x' })).toMatchObject({ status: 400 })
})

test('a merge leads to an issue that there is, and what was typed stays', async () => {
  const refused = await act('/issues/issue-2', { do: 'merge', into: 'TypeError' })
  expect(refused).toMatchObject({ status: 400, says: expect.stringContaining('Issue not found: TypeError') })
  expect(refused.says).toContain('value="TypeError"')
  expect(await act('/issues/issue-2', { do: 'merge', into: 'issue-3' })).toMatchObject({ status: 302 })
})

test('a comment has at most 4,000 characters, and a longer one stays in its field', async () => {
  const page = await fetch(`${desk.url}/issues/issue-4`)
  expect(await page.text()).toMatch(/at most (<!-- -->)?4,000(<!-- -->)? characters/)
  const long = 'y'.repeat(4_001)
  const refused = await act('/issues/issue-4', { do: 'note', note: long })
  expect(refused).toMatchObject({
    status: 400,
    says: expect.stringContaining('A comment has at most 4,000 characters; this one has 4001.'),
  })
  expect(refused.says).toContain(`${long}</textarea>`)
  expect(await act('/issues/issue-4', { do: 'note', note: long.slice(1) })).toMatchObject({ status: 302 })
})

test('a click on 500 is undone whole, and one reader changes 5,000 an hour, without what was undone', async () => {
  const reader = { 'x-forwarded-for': '2001:db8:7::1' }
  const some = ids.slice(100, 600)
  const click = () => act('/issues', { do: 'acknowledge' }, some, reader)
  const first = await click()
  const batch = new URL(first.location, desk.url).searchParams.get('done') ?? ''
  for (let i = 1; i < 10; i++) expect(await click()).toMatchObject({ status: 302 })
  expect(await click()).toMatchObject({ status: 429, says: expect.stringContaining('Too many changes within an hour') })
  // The same /64, another reader, and an invented header.
  expect(
    await act('/issues', { do: 'acknowledge' }, some, { 'x-forwarded-for': '2001:db8:7::2', 'x-errata-reader': 'x' }),
  ).toMatchObject({ status: 429 })
  expect(
    await act('/issues', { do: 'acknowledge' }, ['issue-1'], { 'x-forwarded-for': '2001:db8:8::1' }),
  ).toMatchObject({ status: 302 })
  expect(await act('/issues', { do: 'undo', batch }, [], reader)).toMatchObject({
    status: 302,
    location: expect.stringContaining('of=500'),
  })
  expect(await click()).toMatchObject({ status: 302 })
})

test('2,000 issues may be merged, no more, and every page opens that lists them', async () => {
  const more = Array.from({ length: 1_950 }, (_, i) => `more-${i}`)
  await desk.insert(more.map(id => exceptionRow({ at: 1_000, attributes: { 'errata.issue.fingerprint': id } })))
  const merge = (issues: readonly string[], address: string) =>
    act('/issues', { do: 'merge', into: 'issue-9' }, issues, { 'x-forwarded-for': address })
  for (const at of [0, 500, 1_000, 1_500])
    expect(await merge(more.slice(at, at + 500), '192.0.2.1')).toMatchObject({ status: 302 })
  expect(await merge(ids.slice(10, 110), '192.0.2.2')).toMatchObject({
    status: 400,
    says: expect.stringContaining('Too many merged issues'),
  })
  for (const path of ['/issues', '/issues?tab=all', '/issues/issue-9', '/grouping', '/', '/releases', '/exceptions']) {
    expect([path, (await fetch(desk.url + path)).status]).toEqual([path, 200])
  }
})

interface Answer {
  readonly status: number
  readonly location: string
  readonly says: string
}

function act(path: string, fields: Readonly<Record<string, string>>, issues: readonly string[] = [], headers = {}) {
  return send(path, new URLSearchParams([...Object.entries(fields), ...issues.map(id => ['issue', id])]), headers)
}

async function send(path: string, body: URLSearchParams | string, headers = {}): Promise<Answer> {
  const named = { 'content-type': 'application/x-www-form-urlencoded', cookie: `errata_who=${encodeCookie('Ann')}` }
  const response = await fetch(desk.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { ...named, ...headers },
  })
  return { status: response.status, location: response.headers.get('location') ?? '', says: await response.text() }
}

/** Without a length; ends with what was sent when the app stops reading. */
async function sendInChunks(path: string, body: string): Promise<number> {
  const { hostname, port, host } = new URL(desk.url)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Transfer-Encoding: chunked',
  ]
  socket.write([...head, '', ''].join('\r\n'))
  for (let at = 0; at < body.length; at += 16_384) {
    const chunk = body.slice(at, at + 16_384)
    socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  }
  return Number((await text(socket)).split(' ')[1])
}
