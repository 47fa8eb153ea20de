import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import { type SessionIssueLink, SessionTable } from './session-table.tsx'

const cellOf = (exceptions: number, of: Partial<SessionIssueLink> | undefined) => {
  const session: Session = {
    ...{ sessionId: 's', firstNs: 0n, lastNs: 9n, users: [], browsers: [], releases: [], environments: [] },
    ...{ services: [], pages: 1, failedPages: 0, lost: 0, previous: '', firstRoute: '/', issues: [], exceptions },
  }
  const answer = new Map(of && [['s', { to: '/issues/a', title: 'Oops: a', others: '', ...of }]])
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SessionTable sessions={[session]} nowMs={0} caption="Sessions" issues={{ answer }} />
    </MemoryRouter>,
  )
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
