import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { installedNginx } from '../../test/nginx/find-nginx.ts'
import { type RunningNginx, startNginx } from '../../test/nginx/start-nginx.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'

/** A desk that believes a proxy on its socket alone. */

const nginx = installedNginx()
const all = new AsyncDisposableStack()
const socket = join(mkdtempSync(join(tmpdir(), 'errata-proxy-')), 'proxy.sock')
let desk: RunningDesk
let deskPort: number
let visitorPort: number

beforeAll(async () => {
  ;[visitorPort = 0] = await freePorts(1)
  desk = all.use(
    await startDesk({
      settings: {
        ERRATA_LOGIN: 'proxy',
        ERRATA_SECRET_KEY: 'a secret that is long enough for this',
        ERRATA_BEHIND_PROXY: '1',
        ERRATA_PROXY_ADDRESSES: `unix:${socket}`,
        ERRATA_ADMIN_GROUPS: 'sre',
        ERRATA_VIEWER_GROUPS: 'dev',
        ERRATA_VISITOR_PORT: `${visitorPort}`,
      },
    }),
  )
  deskPort = Number(new URL(desk.url).port)
})
afterAll(() => all.disposeAsync())

interface Answer {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

async function get(
  target: { readonly port: number } | { readonly socketPath: string },
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', ...target, path, headers: { host: 'localhost', ...headers } }).end()
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, location: response.headers.location, body: await text(response) }
}

const FORGED = {
  'x-errata-trusted-peer': '1',
  'x-forwarded-user': 'eve',
  'x-forwarded-email': 'eve@example.com',
  'x-forwarded-groups': 'sre',
  'x-forwarded-for': '127.0.0.1',
}

test('a peer that is not listed is nobody, whatever headers it sends', async () => {
  const { status, location } = await get({ port: deskPort }, '/settings/people', FORGED)
  expect([status, location]).toEqual([302, '/sign-in?back=%2Fsettings%2Fpeople'])
  const data = await get({ port: deskPort }, '/settings/people.data', FORGED)
  expect(data.body).not.toContain('eve')
  const page = await get({ port: deskPort }, '/sign-in', FORGED)
  expect(page.body).toContain('it did not say who you are')
})

test('the port for visitors knows nobody either', async () => {
  const { status } = await get({ port: visitorPort }, '/e/k7m2x9qd4r', FORGED)
  expect(status).toBe(200)
  // Who is believed gets an account at the first request.
  expect(await desk.write('SELECT count() FROM account_events')).toBe('0\n')
})

test('who comes by the socket is whom the headers name', async () => {
  const named = { 'x-forwarded-user': 'ann', 'x-forwarded-groups': 'dev' }
  const page = await get({ socketPath: socket }, '/account', named)
  expect(page.status).toBe(200)
  expect(page.body).toContain('<h1>ann</h1>')
  expect(page.body).not.toContain('Sign out')
  expect((await get({ socketPath: socket }, '/settings/people', named)).status).toBe(403)
})

describe.runIf(nginx !== undefined)('behind nginx and oauth2-proxy, as docs/production.md configures them', () => {
  let proxy: RunningNginx

  beforeAll(async () => {
    // Answers as oauth2-proxy does with --set-xauthrequest.
    const oauth2Proxy = createServer((req, res) => {
      const [, user] = /\b_oauth2_proxy=(\w+)/.exec(req.headers.cookie ?? '') ?? []
      if (req.url?.startsWith('/oauth2/sign_in')) res.end('Sign in with the provider')
      else if (user === undefined) res.writeHead(401).end()
      else if (user === 'nameless') res.writeHead(202).end()
      else
        res
          .writeHead(202, { 'x-auth-request-user': user, 'x-auth-request-groups': user === 'ann' ? 'dev,sre' : 'dev' })
          .end()
    }).listen(0, '127.0.0.1')
    await once(oauth2Proxy, 'listening')
    all.defer(() => void oauth2Proxy.close())
    const [port = 0] = await freePorts(1)
    const recipe = recipeIn('docs/production.md')
      .replaceAll('127.0.0.1:4180', `127.0.0.1:${(oauth2Proxy.address() as AddressInfo).port}`)
      .replaceAll('/run/errata/proxy.sock', socket)
    proxy = all.use(await startNginx(nginx ?? '', port, recipe))
  })

  const getAs = (user: string, path: string, headers = {}) =>
    get({ port: proxy.port }, path, { ...headers, cookie: `_oauth2_proxy=${user}` })

  test('people have the role of their groups', async () => {
    expect((await getAs('ann', '/settings/people')).status).toBe(200)
    expect((await getAs('ben', '/settings/people')).status).toBe(403)
    expect((await getAs('ben', '/account')).body).toContain('<h1>ben</h1>')
  })

  test('headers of a client say nothing: nginx replaces them', async () => {
    expect((await getAs('ben', '/settings/people', FORGED)).status).toBe(403)
    expect((await getAs('ben', '/account', FORGED)).body).toContain('<h1>ben</h1>')
    const { status, location } = await getAs('nameless', '/account', FORGED)
    expect([status, location]).toEqual([302, expect.stringContaining('/sign-in?back=')])
  })

  test('who is not signed in is led to oauth2-proxy', async () => {
    const { status, body } = await get({ port: proxy.port }, '/issues', FORGED)
    expect([status, body]).toEqual([302, 'Sign in with the provider'])
  })
})

/** The nginx configuration in a document. */
function recipeIn(file: string): string {
  const document = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  const [, recipe] = /```nginx\n(.*?)```/s.exec(document) ?? []
  if (recipe === undefined) throw new Error(`${file} has no configuration of nginx`)
  return recipe
}
