import { expect, test } from 'vitest'
import { childrenOf, isAnswered, named, starting } from './find-spans.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type Visit, type VisitedSpan } from './open-visit.ts'

startFixtureAndBrowser()

/** Presses something on the page of scenarios, leaves, and returns the spans of the navigation that followed. */
async function navigation(press: (visit: Visit) => Promise<void>, prefix = 'navigation ') {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await press(visit)
  await visit.finish()
  const spans = await visit.spans(found => starting(found, prefix).length > 0 && isAnswered(found))
  const navigations = starting(spans, prefix)
  expect(navigations).toHaveLength(1)
  const [span] = navigations
  return { span, all: spans, spans: spans.filter(other => other.traceId === span?.traceId) }
}

const shown = (heading: string) => async (visit: Visit) => {
  await visit.page.getByRole('heading', { name: heading }).waitFor()
}

test.concurrent('a page load is a child of the server span that rendered it, with its phases, in one trace without an orphan', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/shop/books/items/7')
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'pageload ').length > 0)
  const [pageLoad] = starting(spans, 'pageload ')
  const server = spans.filter(span => span.kind === 'Server')

  expect(new Set(spans.map(span => span.traceId)).size).toBe(1)
  expect(server.map(span => span.name)).toEqual(['GET /shop/:category/items/:id'])
  expect(pageLoad).toMatchObject({
    name: 'pageload /shop/:category/items/:id',
    parentSpanId: server[0]?.spanId,
    service: 'fixture-browser',
    kind: 'Internal',
    attributes: {
      'url.template': '/shop/:category/items/:id',
      'http.response.status_code': '200',
      'errata.transaction.id': pageLoad?.spanId,
      'errata.transaction.route': '/shop/:category/items/:id',
      'errata.transaction.status_code': '200',
    },
  })
  expect(childrenOf(spans, pageLoad).map(span => span.name)).toEqual(
    expect.arrayContaining(['request', 'response', 'document']),
  )
  const ids = new Set(spans.map(span => span.spanId))
  expect(spans.filter(span => !ids.has(span.parentSpanId)).map(span => span.name)).toEqual([
    'GET /shop/:category/items/:id',
  ])
})

test.concurrent('a link is one navigation, named by the full nested pattern, with its data request and the server below', async () => {
  const { span, spans } = await navigation(async visit => {
    await visit.press('item')
    await shown('Item 7')(visit)
  })
  const [request] = named(spans, 'GET /shop/:category/items/:id').filter(other => other.kind === 'Client')
  const server = spans.filter(other => other.kind === 'Server')

  expect(span).toMatchObject({
    name: 'navigation /shop/:category/items/:id',
    parentSpanId: '',
    attributes: {
      'browser.navigation.type': 'push',
      'errata.transaction.route': '/shop/:category/items/:id',
      'errata.transaction.status_code': '200',
    },
  })
  expect(request).toMatchObject({
    parentSpanId: span?.spanId,
    attributes: { 'http.response.status_code': '200', 'errata.transaction.id': span?.spanId },
  })
  expect(server.map(other => [other.name, other.parentSpanId])).toEqual([
    ['GET /shop/:category/items/:id', request?.spanId],
  ])
  expect(named(spans, 'commit')).toHaveLength(1)
})

test.concurrent.for([
  ['navigate to an object', 'Item 8', 'navigation /shop/:category/items/:id'],
  ['undiscovered', 'Undiscovered', 'navigation /browser/undiscovered/:x'],
  ['submit a form', 'Acted', 'navigation /browser/act'],
  ['redirect', 'Fixture', 'navigation /'],
] as const)('%s is one navigation, named by what is shown in the end', async ([press, heading, name]) => {
  const { span } = await navigation(async visit => {
    await visit.press(press)
    await shown(heading)(visit)
  })
  expect(span?.name).toBe(name)
  if (press === 'redirect') expect(span?.attributes['errata.navigation.redirects']).toBe('1')
})

test.concurrent('a navigation replaced by another one is recorded as incomplete', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  const asked = visit.page.waitForRequest('**/slow.data*')
  await visit.press('slow')
  await asked
  await visit.press('item')
  await shown('Item 7')(visit)
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'navigation ').length > 1)

  expect(starting(spans, 'navigation ').map(span => [span.name, span.attributes['errata.incomplete']])).toEqual([
    ['navigation /slow', 'true'],
    ['navigation /shop/:category/items/:id', undefined],
  ])
})

test.concurrent('what the router fetches ahead during a navigation, and has only after it, is a discovery too', async () => {
  const { span, spans } = await navigation(async visit => {
    const shownItem = Promise.withResolvers<void>()
    const added = Promise.withResolvers<void>()
    await visit.page.route('**/items/7.data*', async route => {
      await added.promise
      await route.continue()
    })
    await visit.page.route('**/__manifest*', async route => {
      await shownItem.promise
      await route.continue()
    })
    await visit.press('item')
    const ahead = visit.page.waitForRequest('**/__manifest*')
    await visit.page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/browser/undiscovered/3'
      link.dataset['discover'] = 'true'
      document.body.append(link)
    })
    const request = await ahead
    added.resolve()
    await shown('Item 7')(visit)
    shownItem.resolve()
    await (await request.response())?.finished()
  })

  expect(childrenOf(spans, span).map(({ name, kind }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['Client GET /shop/:category/items/:id', 'Client GET /__manifest']),
  )
  expect(named(spans, 'GET')).toEqual([])
})

test.concurrent('going back before a navigation has ended is a navigation of its own', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('change the search')
  await visit.page.waitForURL('**/browser?tab=*')
  const asked = visit.page.waitForRequest('**/slow.data*')
  await visit.press('slow')
  await asked
  const answered = visit.page.waitForResponse('**/browser.data*')
  await visit.page.goBack()
  await (await answered).finished()
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'navigation ').length > 2)

  expect(
    starting(spans, 'navigation ').map(({ name, attributes }) => [
      name,
      attributes['browser.navigation.type'],
      attributes['errata.incomplete'],
      attributes['errata.navigation.redirects'],
    ]),
  ).toEqual([
    ['navigation /browser', 'push', undefined, undefined],
    ['navigation /slow', undefined, 'true', undefined],
    ['navigation /browser', 'pop', undefined, undefined],
  ])
})

test.concurrent('a change of the search alone is a navigation, and its values are not stored', async () => {
  const { span, all } = await navigation(async visit => {
    await visit.press('change the search')
    await visit.page.waitForURL('**/browser?tab=*')
  })
  expect(span?.name).toBe('navigation /browser')
  expect(span?.attributes['url.full']).toBe(`${fixture.url}/browser?tab=REDACTED`)
  expect(JSON.stringify(all)).not.toContain('s3cr3t-text')
})

test.concurrent('revalidation is a transaction of its own', async () => {
  const { span, spans } = await navigation(async visit => {
    const answered = visit.page.waitForResponse('**/browser.data*')
    await visit.press('revalidate')
    await answered
  }, 'revalidation ')
  expect(span?.name).toBe('revalidation /browser')
  expect(childrenOf(spans, span).filter(other => other.kind === 'Client')).toHaveLength(1)
})

test.concurrent('back and forward are one navigation each', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('item')
  await shown('Item 7')(visit)
  await visit.page.goBack()
  await shown('Browser')(visit)
  await visit.page.goForward()
  await shown('Item 7')(visit)
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'navigation ').length > 2)

  expect(starting(spans, 'navigation ').map(span => [span.name, span.attributes['browser.navigation.type']])).toEqual([
    ['navigation /shop/:category/items/:id', 'push'],
    ['navigation /browser', 'pop'],
    ['navigation /shop/:category/items/:id', 'pop'],
  ])
})

test.concurrent('requests that an effect makes, also after await, belong to the navigation', async () => {
  const { span, spans } = await navigation(async visit => {
    await visit.press('effect')
    await visit.page.getByRole('status').getByText('200').waitFor()
  })
  const requests = childrenOf(spans, span).filter(other => other.attributes['url.full']?.endsWith('/api/ok'))

  expect(span?.name).toBe('navigation /browser/effect')
  expect(requests).toHaveLength(2)
  expect(spans.filter(other => other.kind === 'Server').map(other => other.parentSpanId)).toEqual(
    requests.map(request => request.spanId),
  )
})

test.concurrent.for([
  ['load by fetcher', 'fetcher /shop/:category/items/:id'],
  ['load undiscovered by fetcher', 'fetcher /browser/undiscovered/:x'],
  ['submit by fetcher', 'fetcher /browser/act'],
])('%s is one fetcher span with one request each', async ([press = '', name]) => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press(press)
  await visit.page.getByText('fetched').waitFor()
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'fetcher').length > 0)
  const fetchers = starting(spans, 'fetcher')
  const requests = childrenOf(spans, fetchers[0])

  expect(fetchers.map(span => span.name)).toEqual([name])
  // A mutation is a transaction of its own, which the loaders run again for.
  expect(requests.map(span => span.attributes['http.request.method'])).toEqual(
    press === 'submit by fetcher' ? ['POST', 'GET'] : ['GET'],
  )
  expect(fetchers[0]?.attributes['errata.transaction.id'] === fetchers[0]?.spanId).toBe(press === 'submit by fetcher')
})

test.concurrent("an app's own spans keep their tree and are annotated", async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('record a span')
  await visit.finish()
  const spans = await visit.spans(
    found => named(found, 'app detail').length > 0 && starting(found, 'pageload ').length > 0,
  )
  const [pageLoad] = starting(spans, 'pageload ')
  const [work] = named(spans, 'app work')

  expect(work?.parentSpanId).toBe(pageLoad?.spanId)
  expect(named(spans, 'app detail')).toMatchObject([
    { parentSpanId: work?.spanId, attributes: { 'errata.transaction.id': pageLoad?.spanId } },
  ])
})

test.concurrent.for(['nowhere', 'missing'])(
  'a navigation to %s, which shows the 404 page, is dropped whole',
  async press => {
    await using visit = await openVisit(browser, fixture)
    await visit.open('/browser')
    await visit.press(press)
    await shown('Not found')(visit)
    await visit.finish()
    const spans = await visit.spans(found => starting(found, 'pageload ').length > 0)

    expect(spans.filter(span => span.attributes['errata.transaction.route'] !== '/browser')).toEqual([])
    expect(starting(spans, 'navigation')).toEqual([])
  },
)

/** Follows a link while the browser is offline, until the failure is recorded. */
async function pressOffline(visit: Visit, name: string) {
  const recorded = visit.page.waitForEvent('console', message => message.text().startsWith('Client-side exception'))
  await visit.page.context().setOffline(true)
  await visit.press(name)
  await recorded
  await visit.page.context().setOffline(false)
}

test.concurrent('a navigation that fails because the browser is offline has its own address, and no other page as its route', async () => {
  const { span } = await navigation(visit => pressOffline(visit, 'undiscovered'), 'navigation')

  expect(span).toMatchObject({ name: 'navigation', status: 'Error', attributes: { 'error.type': 'TypeError' } })
  expect(span?.attributes['url.full']).toBe(`${fixture.url}/browser/undiscovered/1`)
  expect([span?.attributes['url.template'], span?.attributes['errata.transaction.route']]).toEqual([
    undefined,
    undefined,
  ])
})

test.concurrent('a navigation to a known route that fails because the browser is offline has that route', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  // Its module is loaded by then: without it, React Router loads the document again.
  await visit.press('item')
  await shown('Item 7')(visit)
  await visit.page.goBack()
  await shown('Browser')(visit)
  await pressOffline(visit, 'item')
  await visit.finish()
  const failed = ({ name, status }: VisitedSpan) => name.startsWith('navigation') && status === 'Error'
  const spans = await visit.spans(found => found.some(failed))

  expect(spans.filter(failed)).toMatchObject([
    {
      name: 'navigation /shop/:category/items/:id',
      attributes: { 'url.full': `${fixture.url}/shop/books/items/7`, 'error.type': 'TypeError' },
    },
  ])
})

const returnedFailure = {
  status: 'Error',
  attributes: {
    'url.template': '/browser/returned/:how',
    'error.type': '500',
    'errata.transaction.status_code': '500',
  },
}

test.concurrent.for(['data', 'response'])('a loader that returns a 500 as %s marks the page load', async how => {
  await using visit = await openVisit(browser, fixture)
  await visit.open(`/browser/returned/${how}`)
  const spans = await visit.spans(found => starting(found, 'pageload ').length > 0)

  expect(starting(spans, 'pageload ')).toMatchObject([returnedFailure])
  expect(await visit.logs(() => true).then(logs => logs.filter(log => log.eventName === 'exception'))).toEqual([])
})

test.concurrent.for(['data', 'response'])('a loader that returns a 500 as %s marks the navigation', async how => {
  const { span } = await navigation(async visit => {
    await visit.press(`returned ${how}`)
    await shown('Returned')(visit)
  })

  expect(span).toMatchObject(returnedFailure)
})

test.concurrent.for(['data', 'response'])('an action that returns a 500 as %s marks the navigation', async how => {
  await using visit = await openVisit(browser, fixture)
  await visit.open(`/browser/returned/action-${how}`)
  const answered = visit.page.waitForResponse(
    response => response.request().method() === 'POST' && response.url().includes('.data'),
  )
  await visit.press('act')
  await (await answered).finished()
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'navigation ').length > 0)

  expect(starting(spans, 'navigation ')).toMatchObject([returnedFailure])
})
