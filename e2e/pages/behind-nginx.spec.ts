import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { freePorts } from '../../test/free-ports.ts'
import { makeCertificate } from '../../test/make-certificate.ts'
import { installedNginx } from '../../test/nginx/find-nginx.ts'
import { type RunningNginx, startNginxServers } from '../../test/nginx/start-nginx.ts'
import { poll } from '../../test/poll.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'

/** The settings and the nginx configuration of docs/production.md, section "Access", in Chromium. */

const name = 'errata.example.com'
const nginx = installedNginx()
const recipe = readRecipe()

describe.runIf(nginx !== undefined)('behind nginx, as docs/production.md configures it, with passwords', () => {
  let desk: RunningDesk
  let proxy: RunningNginx
  let browser: Browser
  let context: BrowserContext
  let url: string
  let httpPort: number
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-data-'))

  beforeAll(async () => {
    const [tlsPort = 0, plainPort = 0] = await freePorts(2)
    httpPort = plainPort
    url = `https://${name}:${tlsPort}`
    const settings = { ...recipe.settings, ERRATA_URL: url, ERRATA_DATA_DIR: dataDir }
    desk = await startDesk({ settings })
    const { certFile, keyFile } = makeCertificate(name)
    const servers = recipe.servers
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${tlsPort} ssl;`)
      .replace('/etc/ssl/errata.pem', certFile)
      .replace('/etc/ssl/errata.key', keyFile)
      .replace('http://127.0.0.1:3000', desk.url)
    proxy = await startNginxServers(nginx ?? '', tlsPort, servers)
    browser = await openBrowser([`--host-resolver-rules=MAP ${name} 127.0.0.1`])
    context = await browser.newContext({ ignoreHTTPSErrors: true })
  })
  afterAll(async () => {
    await browser.close()
    await proxy[Symbol.asyncDispose]()
    await desk[Symbol.asyncDispose]()
    rmSync(dataDir, { recursive: true })
  })

  test('the link of the first start makes the first account, in the address that readers type', async () => {
    const link = await poll(
      () =>
        desk.lines.map(line => /^First account: open (\S+) within/.exec(line)?.[1]).find(found => found !== undefined),
      found => found !== undefined,
    )
    expect(link).toContain(`${url}/`)
    const page = await context.newPage()
    await page.goto(link ?? '')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a good long password')
    await page.getByLabel('Password again').fill('a good long password')
    await page.getByRole('button', { name: 'Create your account' }).click()
    await page.waitForURL(`${url}/`)
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  })

  test('its cookie goes over TLS alone, to this name alone', async () => {
    const cookie = (await context.cookies(url)).find(({ httpOnly }) => httpOnly)
    expect(cookie).toMatchObject({ name: '__Host-errata', secure: true, domain: name, path: '/', sameSite: 'Lax' })
  })

  test('who is not signed in is asked to, and comes to the page that was asked for', async () => {
    const other = await browser.newContext({ ignoreHTTPSErrors: true })
    const page = await other.newPage()
    await page.goto(`${url}/issues?q=x`)
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a good long password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${url}/issues?q=x`)
    await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor()
    await other.close()
  })

  test('plain HTTP leads to the same page over TLS', async () => {
    const answer = await fetch(`http://127.0.0.1:${httpPort}/issues?q=x`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `https://${name}/issues?q=x`])
  })

  test('a client that invents where it comes from stays who it is', async () => {
    const statuses = new Set<number | undefined>()
    for (let n = 1; n <= 40 && !statuses.has(429); n++) statuses.add(await failToSignIn(url, n))
    expect(statuses).toEqual(new Set([400, 429]))
  })
})

/** Each time as somebody else from elsewhere, says the request. */
async function failToSignIn(url: string, n: number): Promise<number | undefined> {
  const { port, host } = new URL(url)
  const asked = request({
    ...{ host: '127.0.0.1', port, path: '/sign-in', method: 'POST', servername: name, rejectUnauthorized: false },
    headers: {
      host,
      origin: url,
      'x-forwarded-for': `203.0.113.${n}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  asked.end(new URLSearchParams({ email: `nobody-${n}@example.com`, password: 'wrong' }).toString())
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}

/** The settings of the section, and its nginx configuration. */
function readRecipe() {
  const text = readFileSync(join(import.meta.dirname, '../../docs/production.md'), 'utf8')
  const [, section = ''] = /^## Access\n([\s\S]*?)^##/m.exec(text) ?? []
  const lines = section
    .split('\n')
    .filter(line => line.startsWith('    '))
    .map(line => line.slice(4))
  const settings = lines.flatMap(line => (/^[A-Z_]+=/.test(line) ? [line.split('=', 2)] : []))
  return {
    settings: Object.fromEntries(settings),
    servers: lines.filter(line => !/^[A-Z_]+=/.test(line)).join('\n'),
  }
}
