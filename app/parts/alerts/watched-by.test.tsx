import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { WatchingRule } from './find-watching.server.ts'
import { WatchedBy } from './watched-by.tsx'

function render(rules: readonly WatchingRule[], about: Parameters<typeof WatchedBy>[0]['about'], path = '/') {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <WatchedBy rules={{ answer: rules }} about={about} offers={[['issue', 'issues']]} />
    </MemoryRouter>,
  )
  return {
    text: html.replace(/<[^>]*>/g, '').trim(),
    links: [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&')),
  }
}

const rule = (id: string, isFiring = false): WatchingRule => ({ id, name: `Rule ${id}`, isFiring })

test('without a rule it says so, and offers one', () => {
  const { text, links } = render([], { service: 'shop' }, '/services/shop?env=production')
  expect(text).toBe('No alert rule watches this. Alert on issues · Silence · Why was nobody told?')
  expect(links).toEqual([
    '/alerts/rules/new?kind=issue&service=shop&env=production',
    '/alerts?silence=new&in-service=shop&env=production#silence',
    '/alerts/why?service=shop&env=production',
  ])
})

test('what fires is marked, and more than five rules are behind their number', () => {
  const rules = [rule('0', true), ...['1', '2', '3', '4', '5', '6'].map(id => rule(id))]
  expect(render(rules, {}).text).toMatch(/^Watched by Rule 0 firing, Rule 1, Rule 2, Rule 3, Rule 4 and 2 more\./)
})

test('an issue is silenced alone, and asked about with its service', () => {
  const { links } = render([], { issue: 'abc', service: 'shop' }, '/issues/abc?to=2026-11-29T03:11')
  expect(links.slice(1).map(to => to.replace(/&to=.*(?=#)|&to=.*$/, ''))).toEqual([
    '/alerts?silence=new&in-issue=abc#silence',
    '/alerts/why?issue=abc&service=shop&at=2026-11-29T03%3A10Z',
  ])
})
