import { expect, test } from 'vitest'
import { findDestinations, issueSearchPath } from './destinations.ts'

const offered = {
  services: ['checkout', 'shop', 'shop-browser'],
  releases: ['2.4.1', '2.4.0'],
  issues: [],
  canCompare: true,
}
const find = (typed: string, address = '') => findDestinations(typed, new URLSearchParams(address), offered)

test('without a text there are the pages, in the scope that is chosen', () => {
  const pages = find('', 'last=7d&route=%2Fcart').filter(({ kind }) => kind === 'page')
  expect(pages.map(({ to }) => to)).toEqual([
    '/?last=7d',
    '/issues?last=7d',
    '/alerts?last=7d',
    '/traces?last=7d',
    '/logs?last=7d',
    '/services?last=7d',
    '/releases?last=7d',
    '/exceptions?last=7d',
    '/sessions?last=7d',
    '/vitals?last=7d',
    '/noise?last=7d',
    '/status?last=7d',
    '/grouping?last=7d',
  ])
})

test('a page is before what its name may mean as a text', () => {
  expect(find('exc')[0]).toEqual({ label: 'Exceptions', to: '/exceptions', kind: 'page' })
})

test('a digest is looked up first', () => {
  expect(find(' k7m2x9qd4r ')[0]).toEqual({ label: 'Look up k7m2x9qd4r', to: '/find?q=k7m2x9qd4r', kind: 'look up' })
})

test('a text with a leading slash is a route', () => {
  expect(find('/cart').map(({ to }) => to)).toEqual([
    '/exceptions?route=%2Fcart',
    '/traces?q=route%3A%2Fcart',
    '/find?q=%2Fcart',
  ])
})

test('a service leads to its page, which is about no other one', () => {
  expect(find('shop-b', 'service=checkout&last=7d')[0]).toEqual({
    label: 'shop-browser',
    to: '/services/shop-browser?last=7d',
    kind: 'service',
  })
})

test('the whole name of a release or a service is before what it may mean as a text', () => {
  expect(find('2.4.0')[0]).toMatchObject({ to: '/releases/2.4.0', kind: 'release' })
  expect(find('Shop')[0]).toMatchObject({ to: '/services/shop', kind: 'service' })
})

test('a trace id leads to the trace', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  expect(find(traceId, 'last=7d')[0]).toEqual({ label: traceId, to: `/traces/${traceId}?last=7d`, kind: 'trace' })
})

test('a release has a page, and an action stays on its own, with its filters', () => {
  expect(find('2.4', 'last=7d')[1]).toMatchObject({ to: '/releases/2.4.0?last=7d', kind: 'release' })
  expect(find('compare', 'route=%2Fcart')[0]).toMatchObject({ to: '?route=%2Fcart&compare=1', kind: 'action' })
  expect(find('compare', 'compare=1')[0]).toMatchObject({ label: 'Stop comparing', to: '?' })
})

test('what starts with the text comes before what may be looked up, and what only contains it after', () => {
  expect(find('check').map(({ label }) => label)).toEqual([
    'checkout',
    'Look up check',
    'Issues with check',
    'Exceptions with check',
    'Traces with check',
  ])
  expect(
    find('browser')
      .map(({ label }) => label)
      .at(-1),
  ).toBe('shop-browser')
})

test('a comparison is offered where the page can make one', () => {
  const labels = (canCompare: boolean) =>
    findDestinations('compare', new URLSearchParams(), { ...offered, canCompare }).map(({ label }) => label)
  expect(labels(true)).toContain('Compare with previous period')
  expect(labels(false)).not.toContain('Compare with previous period')
})

test('a theme and the keys are actions', () => {
  expect(find('dark')[0]).toMatchObject({ does: 'dark' })
  expect(find('keys')[0]).toMatchObject({ does: 'keys' })
})

test('issues that a text finds come last, as late as they are, and are found where they are listed', () => {
  const issues = [{ issue: 'a1', title: { type: 'CartError', message: 'no cart' } }]
  const matches = findDestinations('no c', new URLSearchParams('last=7d'), { ...offered, issues })
  expect(matches.at(-1)).toEqual({ label: 'CartError: no cart', to: '/issues/a1?last=7d', kind: 'issue' })
  expect(issueSearchPath(' no c ', new URLSearchParams('last=7d&sort=events'))).toBe(
    '/found-issues?last=7d&tab=all&q=%22no+c%22',
  )
  expect(matches).toContainEqual({
    label: 'Issues with no c',
    to: '/issues?last=7d&tab=all&q=%22no+c%22',
    kind: 'search',
  })
})

test.each(['', ' no ', '/cart', '0af7651916cd43dd8448eb211c80319c'])('no issue is called %j', typed => {
  expect(issueSearchPath(typed, new URLSearchParams())).toBeUndefined()
})
