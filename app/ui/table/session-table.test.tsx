import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import { type SessionIssueLink, SessionTable } from './session-table.tsx'

const htmlOf = (exceptions: number, of: Partial<SessionIssueLink> | undefined) => {
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
    ...{ services: [], pages: 1, failedPages: 0, lost: 0, previous: '', firstRoute: '/', issues: [], exceptions },
  }
  const answer = new Map(of && [['s', { to: '/issues/a', title: 'Oops: a', others: '', ...of }]])
  return renderToStaticMarkup(
    <MemoryRouter>
      <SessionTable sessions={[session]} nowMs={0} caption="Sessions" issues={{ answer }} hasUsers />
    </MemoryRouter>,
  )
}

const cellOf = (...of: Parameters<typeof htmlOf>) => {
  const html = htmlOf(...of).replace(/<td class="wide-only muted">Session s<\/td>/, '')
  const [, className, text = ''] = /<td class="(wide-only (?:bad|muted))">(.*?)<\/td>/.exec(html) ?? []
  return [className, text.replaceAll(/<[^>]*>/g, '')]
}

test.each([
  [0, undefined, 'wide-only muted', '–'],
  [2, undefined, 'wide-only bad', '2 exceptions'],
  [1, {}, 'wide-only bad', 'Oops: a'],
  [3, {}, 'wide-only bad', '3 × Oops: a'],
  [3, { others: ' +1' }, 'wide-only bad', '3: Oops: a +1'],
])('of %i exceptions a row of a session says how many and which', (exceptions, of, ...cell) => {
  expect(cellOf(exceptions, of)).toEqual(cell)
})

test('on a narrow screen a row of a session says how many pages in what time, on one line', () => {
  expect(htmlOf(0, undefined)).toContain('Session s, 1\u00a0page\u00a0in\u00a01\u00a0min\u00a013\u00a0s')
})
