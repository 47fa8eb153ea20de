import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import { type SessionIssue, SessionTable } from './session-table.tsx'

const htmlOf = (exceptions: number, of: Partial<SessionIssue> | undefined, more: Partial<Session> = {}) => {
  const session: Session = {
    ...{
      sessionId: 's',
      firstNs: 0n,
      lastNs: 73_000_000_000n,
      users: [],
      browsers: [],
      releases: [],
      environments: [],
    },
    ...{
      services: [],
      pages: 1,
      failedPages: 0,
      lost: 0,
      previous: '',
      firstRoute: '/',
      lastRoute: '/',
      failedRequests: 0,
      issues: [],
      exceptionsAtNs: [],
      exceptions,
      ...more,
    },
  }
  const answer = new Map(of && [['s', { title: 'Oops: a', others: '', ...of }]])
  return renderToStaticMarkup(
    <MemoryRouter>
      <SessionTable sessions={[session]} nowMs={0} caption="Sessions" issues={{ answer }} hasUsers />
    </MemoryRouter>,
  )
}

const exceptionsOf = (...of: Parameters<typeof htmlOf>) =>
  /<div class="bad clamped">(.*?)<\/div>/.exec(htmlOf(...of))?.[1]?.replaceAll(/<[^>]*>/g, '')

test.each([
  [0, undefined, undefined],
  [2, undefined, '2 exceptions'],
  [1, {}, '1 exception, Oops: a'],
  [3, {}, '3 exceptions, Oops: a'],
  [3, { others: ' and 1 other issue' }, '3 exceptions, Oops: a and 1 other issue'],
])('of %i exceptions a row of a session says below its pages how many and which', (exceptions, of, text) => {
  expect(exceptionsOf(exceptions, of)).toBe(text)
})

test.each([
  ['/', '/checkout', '/ → /checkout'],
  ['/cart', '/cart', '/cart'],
  ['', '', 'unknown route'],
])('a session from %j to %j is called %s', (firstRoute, lastRoute, text) => {
  expect(htmlOf(0, undefined, { firstRoute, lastRoute })).toContain(`>${text}</a>`)
})

test('exceptions are marked on the bar of the duration, where they happened', () => {
  const html = htmlOf(3, undefined, { exceptionsAtNs: [0n, 36_500_000_000n, 90_000_000_000n] })
  expect([...html.matchAll(/<rect class="bad" x="(.*?)"/g)].map(([, x]) => x)).toEqual(['0%', '49%', '98%'])
  expect(htmlOf(0, undefined)).not.toContain('class="bad"')
})

test('a row of a session says how many of its pages and requests failed', () => {
  expect(htmlOf(0, undefined, { failedPages: 1, failedRequests: 2 })).toContain('title="1 page, 2 requests">3 failed')
  expect(htmlOf(0, undefined)).not.toContain('failed')
})
