import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { watchPolicy } from '../../test/browser/watch-policy.ts'
import { freePorts } from '../../test/free-ports.ts'
import {
  CLIENT,
  type RunningProvider,
  startIdentityProvider,
} from '../../test/identity-provider/start-identity-provider.ts'
import { startDesk } from '../../test/stack/start-desk.ts'

/** Sign-in at a real provider, in a real browser: redirects, cookies and the policy of pages on the way there and back. */

let provider: RunningProvider
let deskUrl: string
let browser: Awaited<ReturnType<typeof openBrowser>>
let context: BrowserContext | undefined
const violations: string[] = []
const all = new AsyncDisposableStack()

beforeAll(async () => {
  const [port = 0, deskPort = 0] = await freePorts(2)
  deskUrl = `http://127.0.0.1:${deskPort}`
  provider = all.use(await startIdentityProvider({ port, publicUrl: deskUrl }))
  provider.people.set('ann', { name: 'Ann Example', email: 'ann@example.com', groups: ['sre'] })
  provider.people.set('sam', { name: 'Sam Sales', email: 'sam@example.com', groups: ['sales'] })
  all.use(
    await startDesk({
      settings: {
        ERRATA_PORT: `${deskPort}`,
        ERRATA_LOGIN: 'oidc',
        ERRATA_URL: deskUrl,
        ERRATA_SECRET_KEY: 'a secret that is long enough for this',
        ERRATA_ADMIN_GROUPS: 'sre',
        ERRATA_OIDC_ISSUER: provider.issuer,
        ERRATA_OIDC_CLIENT_ID: CLIENT.id,
        ERRATA_OIDC_CLIENT_SECRET: CLIENT.secret,
      },
    }),
  )
  browser = all.use(await openBrowser())
  await provider.goAway()
})
afterAll(() => all.disposeAsync())
afterEach(async () => {
  await context?.close()
  expect(violations.splice(0)).toEqual([])
})

/** A page of a new browser, before which somebody sits. */
async function openAs(sub: string): Promise<Page> {
  provider.atBrowser = sub
  context = await browser.newContext()
  await watchPolicy(context, violation => violations.push(violation))
  return context.newPage()
}

test('a provider that is down is told, with the form for a password, and is used once it is up', async () => {
  const page = await openAs('ann')
  try {
    const answer = await page.goto(`${deskUrl}/traces`)
    expect(answer?.status()).toBe(503)
    expect(await page.getByRole('alert').textContent()).toBe('The identity provider does not answer.')
    expect(await page.getByLabel('Password').isVisible()).toBe(true)
  } finally {
    await provider.comeBack()
  }
  await expect
    .poll(async () => {
      await page.getByRole('link', { name: 'Sign in at the identity provider' }).click()
      await page.waitForLoadState()
      return page.url()
    })
    .toBe(`${deskUrl}/traces`)
})

test('a page that needs a reader leads to the provider and back to itself, signed in', async () => {
  const page = await openAs('ann')
  await page.goto(`${deskUrl}/issues?q=checkout`)
  expect(page.url()).toBe(`${deskUrl}/issues?q=checkout`)
  await page.getByRole('button', { name: 'Ann Example' }).press('Enter')
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('heading', { name: 'People' }).waitFor()
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Ann Example · you'])
})

test('a link of an open page leads through the provider when the session is gone', async () => {
  const page = await openAs('ann')
  await page.goto(`${deskUrl}/status`)
  await page.context().clearCookies({ name: 'errata_session' })
  await page.getByRole('link', { name: 'Traces', exact: true }).click()
  await page.waitForURL(`${deskUrl}/traces`)
  await page.getByRole('button', { name: 'Ann Example' }).waitFor()
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('errata_session')
})

test('signing out ends the session at the provider too, and signs nobody in again', async () => {
  const page = await openAs('ann')
  await page.goto(deskUrl)
  await page.getByRole('button', { name: 'Ann Example' }).press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(url => url.href.startsWith(`${provider.issuer}/session/end`))
  await page.getByRole('button', { name: /yes/i }).click()
  await page.waitForURL(`${deskUrl}/sign-in?signed-out=1`)
  await page.getByText('You are signed out.').waitFor()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('errata_session')
  provider.atBrowser = 'sam'
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByText('You are in none of the groups that may use Errata.').waitFor()
})

test('whoever is in no group with a role is told so, and not led around in circles', async () => {
  const page = await openAs('sam')
  await page.goto(`${deskUrl}/traces`)
  expect(await page.getByRole('alert').textContent()).toBe(
    'You are in none of the groups that may use Errata. Ask whoever runs it.',
  )
  expect(new URL(page.url()).searchParams.get('back')).toBe('/traces')
})

test('a wrong password leads back to the form, not to the provider', async () => {
  const page = await openAs('ann')
  await page.goto(`${deskUrl}/sign-in?local=1&back=%2Ftraces`)
  await page.getByLabel('E-mail address').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not a password of anybody')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The address or the password is wrong.').waitFor()
  expect(new URL(page.url()).searchParams.get('back')).toBe('/traces')
})
