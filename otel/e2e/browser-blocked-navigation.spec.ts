import { expect, test } from 'vitest'
import { childrenOf, isAnswered, starting } from './find-spans.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type Visit, type VisitedSpan } from './open-visit.ts'

startFixtureAndBrowser()

/** Opens the page that asks before it is left, by a link. */
async function openBlocker(): Promise<Visit> {
  const visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('blocker')
  await heading(visit, 'Blocker')
  return visit
}

const heading = (visit: Visit, name: string) => visit.page.getByRole('heading', { name }).waitFor()
const blocked = (visit: Visit) => visit.page.getByRole('status').getByText('blocked', { exact: true }).waitFor()
const unblocked = (visit: Visit) => visit.page.getByRole('status').getByText('unblocked').waitFor()
const ask = (visit: Visit, when: string) =>
  visit.page.evaluate(async url => void (await fetch(url)), `/api/ok?${when}=1`)

/** Leaves; returns the navigations, and which span what was asked when belongs to. */
async function leave(visit: Visit, count: number) {
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'navigation ').length >= count && isAnswered(found))
  const parentWhen = (when: string) =>
    spans.find(({ attributes }) => attributes['url.full'] === `${fixture.url}/api/ok?${when}=REDACTED`)?.parentSpanId
  return { spans, navigations: starting(spans, 'navigation '), parentWhen }
}

const names = (spans: readonly VisitedSpan[]) => spans.map(span => span.name)

test.concurrent.for([
  ['link', 'navigation /shop/:category/items/:id', 'push'],
  ['step back', 'navigation /browser', 'pop'],
] as const)('a %s that is blocked and then proceeds is one navigation', async ([how, name, type]) => {
  await using visit = await openBlocker()
  if (how === 'link') await visit.press('item')
  else await visit.page.evaluate(() => history.back())
  await blocked(visit)
  await ask(visit, 'blocked')
  await visit.press('leave')
  await heading(visit, how === 'link' ? 'Item 7' : 'Browser')
  await ask(visit, 'gone')
  const { spans, navigations, parentWhen } = await leave(visit, 2)
  const [before, gone] = navigations

  expect(names(navigations)).toEqual(['navigation /browser/blocker', name])
  expect(gone?.attributes).toMatchObject({
    'browser.navigation.type': type,
    'errata.transaction.route': name.slice(11),
  })
  expect(gone?.attributes['errata.incomplete']).toBeUndefined()
  expect(names(childrenOf(spans, gone))).toContain(`GET ${name.slice(11)}`)
  expect(parentWhen('blocked')).toBe(before?.spanId)
  expect(parentWhen('gone')).toBe(gone?.spanId)
})

test.concurrent.for(['link', 'step back'])('a %s that is blocked and does not proceed is none', async how => {
  await using visit = await openBlocker()
  if (how === 'link') await visit.press('item')
  else await visit.page.evaluate(() => history.back())
  await blocked(visit)
  await visit.press('stay')
  await unblocked(visit)
  await ask(visit, 'stayed')
  await visit.press('change the search')
  await visit.page.waitForURL('**/blocker?tab=*')
  await ask(visit, 'moved')
  const { navigations, parentWhen } = await leave(visit, 2)
  const [before, after] = navigations

  expect(names(navigations)).toEqual(['navigation /browser/blocker', 'navigation /browser/blocker'])
  expect(parentWhen('stayed')).toBe(before?.spanId)
  expect(parentWhen('moved')).toBe(after?.spanId)
})

test.concurrent('a navigation under way goes on as the same one when the next one is blocked', async () => {
  await using visit = await openBlocker()
  const stayed = Promise.withResolvers<void>()
  await visit.page.route('**/items/8.data*', async route => {
    await stayed.promise
    await route.continue()
  })
  const asked = visit.page.waitForRequest('**/items/8.data*')
  await visit.press('slow item')
  await asked
  await visit.press('item')
  await blocked(visit)
  await visit.press('stay')
  await unblocked(visit)
  stayed.resolve()
  await heading(visit, 'Item 8')
  const { spans, navigations } = await leave(visit, 2)

  expect(names(navigations)).toEqual(['navigation /browser/blocker', 'navigation /shop/:category/items/:id'])
  expect(navigations[1]?.attributes['errata.incomplete']).toBeUndefined()
  expect(names(childrenOf(spans, navigations[1])).sort()).toEqual(
    expect.arrayContaining(['GET /shop/:category/items/:id', 'commit']),
  )
})
