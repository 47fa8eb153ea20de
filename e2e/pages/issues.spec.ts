import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { encodeCookie } from '../../test/browser/encode-cookie.ts'
import { exceptionRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { exceptionOfIssueRow, issueRows, servedRequestRow } from './issue-rows.ts'
import { type OpenDesk, openDesk } from './open-desk.ts'

/** Issues: new, assigned and regressed ones, with and without scripts. */

let desk: OpenDesk
const visited: Page[] = []

beforeAll(async () => {
  desk = await openDesk(issueRows())
})
afterEach(async () => {
  for (const page of visited.splice(0)) await desk.leave(page)
})
afterAll(() => desk?.[Symbol.asyncDispose]())

/** As a reader with a name. */
async function visit(path: string, { javaScriptEnabled = false, name = 'Ann' } = {}): Promise<Page> {
  const page = await desk.visit('/livez', { javaScriptEnabled })
  visited.push(page)
  if (name !== '') await page.context().addCookies([{ name: 'errata_who', value: encodeCookie(name), url: desk.url }])
  await page.goto(desk.url + path)
  return page
}

async function visitWithScripts(path: string): Promise<Page> {
  const page = await visit(path, { javaScriptEnabled: true })
  await page.locator('.scope-filters button.visually-hidden').waitFor({ state: 'attached' })
  return page
}

const textOf = async (page: Page) => ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s+/g, ' ')
const rowsOf = async (page: Page) =>
  (await page.getByRole('row').allTextContents()).slice(1).map(text => text.replaceAll(/\s+/g, ' '))

test('without scripts: new issues are marked, several are assigned at once by a reader who is asked for a name, and it is undone', async () => {
  const page = await visit('/issues?sort=first', { name: '' })
  expect((await rowsOf(page)).map(row => /no (?:stock|price|fresh|known)/.exec(row)?.[0])).toEqual([
    'no stock',
    'no price',
    'no fresh',
    'no known',
  ])
  expect((await rowsOf(page)).map(row => row.includes('new'))).toEqual([true, true, true, false])
  const row = page.getByRole('row', { name: 'no price' })
  expect([await row.locator('b').textContent(), await row.locator('td .service').textContent()]).toEqual([
    'CartError',
    'shop',
  ])

  // Nobody owns an issue, and nothing needs a name yet.
  const ownerHeader = page.getByRole('columnheader', { name: 'Owner' })
  expect([await ownerHeader.count(), await page.getByText('Set your name').count()]).toEqual([0, 0])
  expect(await page.getByRole('button', { name: 'Assign to me' }).isVisible()).toBe(false)
  await page.getByRole('checkbox', { name: 'Select CartError: no price' }).check()
  await page.getByRole('checkbox', { name: 'Select CartError: no fresh' }).check()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await page.getByRole('alert').getByText('Enter your name').waitFor()
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await page.getByLabel('Your name').last().fill('Ann')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('2 issues assigned.').waitFor()
  await page.getByRole('link', { name: 'Mine 2' }).click()
  await ownerHeader.waitFor()
  expect((await rowsOf(page)).map(row => /no (?:stock|price|fresh|known)/.exec(row)?.[0])).toEqual([
    'no price',
    'no fresh',
  ])

  await page.goto(`${desk.url}/issues?sort=last&whole=1`)
  await page.getByRole('complementary', { name: 'Facets' }).getByRole('link', { name: 'Ann', exact: true }).click()
  expect((await rowsOf(page)).map(row => /no (?:stock|price|fresh|known)/.exec(row)?.[0])).toEqual([
    'no price',
    'no fresh',
  ])

  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  await page.getByRole('link', { name: 'Mine 0' }).click()
  expect(await textOf(page)).toContain('No issue of this time range is assigned to Ann.')
})

test('an issue is found by a word of it: in the list without scripts, and where keys lead', async () => {
  const plain = await visit('/issues?tab=all&sort=first')
  await plain.getByRole('combobox', { name: 'Search issues' }).fill('"O KNO"')
  await plain.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await plain.waitForURL('**/issues?tab=all&sort=first&q=%22O+KNO%22')
  expect(await rowsOf(plain)).toEqual([expect.stringContaining('no known')])

  const page = await visitWithScripts('/status')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /issue/ }).fill('o kno')
  await page.getByRole('option', { name: /^CartError: no known\s*issue$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'CartError no known' }).waitFor()
})

test('without scripts: an issue that was resolved in the next release comes back by that release, not by an older', async () => {
  const page = await visit('/issues')
  await page.getByRole('link', { name: 'no price' }).click()
  await page.getByRole('heading', { name: 'CartError no price', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More ways to resolve' }).click()
  await page.getByRole('button', { name: 'In the next release' }).click()
  await page.getByText('Resolved in the next release by Ann.').waitFor()

  await desk.insert([exceptionOfIssueRow({ minutesAgo: -1, issue: 'price', release: '2.3.0' })])
  await page.reload()
  expect(await textOf(page)).toContain('Resolved in the next release by Ann.')
  expect(await textOf(page)).toContain('before the fix')

  await desk.insert([
    servedRequestRow(-2, '2.5.0'),
    exceptionOfIssueRow({ minutesAgo: -2, issue: 'price', release: '2.5.0' }),
  ])
  await page.reload()
  expect(await textOf(page)).toMatch(
    /Regressed: seen in 2\.5\.0 at .* after it was resolved in the next release by Ann\./,
  )
})

test('without scripts: an issue is muted until more came, and says how many did', async () => {
  const page = await visit('/issues')
  await page.getByRole('link', { name: 'no stock' }).click()
  await page.getByRole('button', { name: 'Mute' }).click()
  await page.getByLabel('How many').fill('2')
  await page.getByRole('button', { name: 'Mute until then' }).click()
  await page.getByText('Muted until 2 more events by Ann (0 so far).').waitFor()
  await desk.insert([exceptionOfIssueRow({ minutesAgo: -1, issue: 'stock' })])
  await page.reload()
  await page.getByText('Muted until 2 more events by Ann (1 so far).').waitFor()
  await desk.insert([exceptionOfIssueRow({ minutesAgo: -2, issue: 'stock' })])
  await page.reload()
  await page.getByText('Unmuted: it was muted until 2 more events by Ann.').waitFor()
})

test('without scripts: an issue has its affected users, breadcrumbs, trace, grouping and activity', async () => {
  const page = await visit('/issues')
  await page.getByRole('link', { name: 'no known' }).click()
  await page.getByRole('heading', { name: 'CartError no known', level: 1 }).waitFor()
  await page.goto(`${page.url()}?whole=1`)
  const text = await textOf(page)
  expect(text).toMatch(/First seen .* 2\.3\.0\s*Last seen .*2\.4\.0\s*1 event in the last 24 hours, 2 in all/s)
  expect(text).toContain('no change vs previous period.')
  expect(text).toContain('Recommended: has stack, trace and session')
  expect(text).toContain('known app/known.ts')
  const rail = page.getByRole('complementary', { name: 'Facts' })
  expect(((await rail.textContent()) ?? '').replaceAll(/\s+/g, ' ')).toMatch(/2\.4\.0\s?100 %/)
  expect(await rail.getByRole('link', { name: 'user of s1' }).count()).toBe(1)
  const steps = page.getByRole('region', { name: 'Breadcrumbs' }).getByRole('rowheader')
  expect(await steps.allInnerTexts()).toEqual(['pageload /known', 'CartError: no known\nexception'])
  const spans = page.getByRole('region', { name: 'Trace' }).getByRole('rowheader')
  expect((await spans.allTextContents()).map(of => /(pageload|GET|SELECT) \/?(known|stock)/.exec(of)?.[0])).toEqual([
    'pageload /known',
    'GET /known',
    'SELECT stock',
    'SELECT known',
  ])
  await page.getByRole('link', { name: 'View trace' }).click()
  await page.getByRole('heading', { name: 'pageload /known', level: 1 }).waitFor()
  await page.goBack()

  await page.getByLabel('Comment').fill('Looks like the cache.')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByText('Looks like the cache.').waitFor()
  const { pathname } = new URL(page.url())
  const markdown = await page.request.get(`${desk.url}${pathname}/text?as=markdown`)
  expect(await markdown.text()).toMatch(/^### CartError: no known[\s\S]*- Releases: 2\.3\.0, 2\.4\.0/)
  const json = await page.request.get(`${desk.url}${pathname}/text?as=json`)
  expect(await json.json()).toMatchObject({ summary: { message: 'no known' }, releases: [{ release: '2.3.0' }, {}] })
})

test('an issue is merged into one that a search finds, and unmerged', async () => {
  const page = await visit('/issues')
  const addressOf = async (name: string) =>
    new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '', desk.url).pathname.split('/').at(-1) ??
    ''
  const [fresh, known] = [await addressOf('no fresh'), await addressOf('no known')]
  await page.goto(`${desk.url}/issues/${fresh}`)
  await page.getByRole('searchbox', { name: 'Merge into' }).fill('no known')
  await page.getByRole('search', { name: 'Issue to merge into' }).getByRole('button', { name: 'Search' }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.waitForURL(new RegExp(`/issues/${known}`))
  await page.getByText(/^2 events in the last 24 hours/).waitFor()
  await page.getByRole('button', { name: 'Unmerge' }).click()
  await page.getByText('1 issue unmerged.').waitFor()
  await page.goto(`${desk.url}/issues/${fresh}`)
  await page.getByRole('heading', { name: 'CartError no fresh', level: 1 }).waitFor()
})

test('a form of another site changes nothing, and an action that is impossible says why', async () => {
  const page = await visit('/issues')
  const act = async (name: string) => {
    await page.getByRole('checkbox', { name: 'Select CartError: no known' }).check()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await act('Acknowledge')
  await page.getByText('1 issue acknowledged.').waitFor()
  await act('Merge selected')
  await page.getByRole('alert').getByText('Select another issue to merge into.').waitFor()
  expect(await page.locator('.notice').count(), 'one message').toBe(1)

  const form = {
    form: { issue: 'a', do: 'acknowledge' },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  }
  const { status } = await fetch(`${desk.url}/issues`, {
    method: 'POST',
    body: new URLSearchParams(form.form),
    headers: form.headers,
  })
  expect(status).toBe(403)
  expect(await desk.query("SELECT count() AS n FROM otel.issue_events WHERE Issue = 'a'")).toMatchObject([{ n: 0 }])
})

test('without scripts: a grouping rule is previewed, applied, shown on its issue, and reverted', async () => {
  const ticket = { minutesAgo: 50, message: 'no ticket for gate 5' }
  await desk.insert([
    exceptionOfIssueRow({ ...ticket, issue: 'sellTicket' }),
    exceptionOfIssueRow({ ...ticket, issue: 'sellTicket', minutesAgo: 51, message: 'the gate is shut' }),
    exceptionOfIssueRow({ ...ticket, issue: 'showTicket', session: 's2' }),
  ])
  const page = await visit('/issues')
  await page.getByRole('link', { name: 'Grouping rules' }).click()
  await page.getByLabel('Rule name').fill('Tickets')
  await page.getByRole('button', { name: 'Preview on stored data' }).click()
  await page.getByText('Enter at least one condition.', { exact: false }).waitFor()

  await page.getByLabel('Message contains words in order').fill('never heard of')
  await page.getByRole('button', { name: 'Preview on stored data' }).click()
  await page.getByText('No stored issue matches.', { exact: false }).waitFor()
  const apply = page.getByRole('button', { name: 'Create rule for new issues only' })
  expect([await apply.getAttribute('class'), await page.getByText('The merged issue starts').count()]).toEqual([
    null,
    0,
  ])
  expect(
    await page.locator('#frequent-service option').evaluateAll(all => all.map(of => of.getAttribute('value'))),
  ).not.toEqual([])

  await page.getByLabel('Message contains words in order').fill('no gate')
  await page.getByRole('button', { name: 'Preview on stored data' }).click()
  await page
    .getByText('2 issues match. The merged issue would have 3 exceptions in 2 sessions.', { exact: false })
    .waitFor()
  expect((await rowsOf(page)).map(row => /merged fully$/.exec(row)?.[0])).toEqual(['merged fully', 'merged fully'])

  await page.getByRole('button', { name: 'Create rule' }).click()
  await page.getByText('Rule “Tickets” applied.').waitFor()
  await page.getByRole('link', { name: 'This issue' }).click()
  await page.getByText('2 issues merged by rule “Tickets”, version 1.', { exact: false }).waitFor()
  await page.getByText('3 events').first().waitFor()

  await page.getByRole('link', { name: 'View rule' }).click()
  await page.getByRole('button', { name: 'Undo version 1' }).click()
  await page.getByText('Rule “Tickets” reverted.').waitFor()
  await page.goto(`${desk.url}/issues?tab=all`)
  expect((await rowsOf(page)).filter(row => /gate/.test(row))).toHaveLength(2)
})

test('without scripts: users that only traces name are counted in the list as on the page', async () => {
  const visits = ['ann', 'ann', 'bob'].map(user => ({ user, traceId: randomHexId(16), at: 60_000 }))
  await desk.insert([
    ...visits.map(visit => exceptionRow({ ...visit, type: 'Unnamed', attributes: { 'session.id': '' } })),
    ...visits.map(({ user, ...visit }) =>
      spanRow({ ...visit, service: 'shop-browser', attributes: { 'user.id': user, 'session.id': `${user}'s` } }),
    ),
  ])
  const page = await visit('/issues?whole=1')
  const row = page.getByRole('row', { name: 'Unnamed' })
  expect((await row.getByRole('cell').allTextContents()).slice(3, 6)).toEqual(['3', '2', '2'])
  await row.getByRole('link', { name: 'Unnamed' }).click()
  await page.goto(`${page.url()}?whole=1`)
  await page.getByRole('complementary', { name: 'Facts' }).getByText('2 users, 2 sessions').waitFor()
  const event = page
    .getByRole('region', { name: /^Event \d of 3$/ })
    .getByRole('list')
    .first()
  await event.getByRole('link', { name: /^(ann|bob)$/ }).waitFor()
  await event.getByRole('link', { name: /^Session (ann|bob)'s$/ }).waitFor()
})
