import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { listReleaseSessions } from './list-release-sessions.ts'

const DAY = 86_400_000
const of = (version: string) => ({ resource: { 'service.version': version } })

test('counts sessions, and those that crashed, by the app and not by a browser extension', async () => {
  const browser = (session: string) => ({
    service: 'web',
    kind: 'Internal',
    attributes: { 'session.id': session },
    ...of('2'),
  })
  const thrown = (session: string, source: string) =>
    exceptionRow({
      service: 'web',
      ...of('2'),
      attributes: { 'session.id': session, 'errata.exception.source': source },
    })
  const rows = [
    spanRow(browser('well')),
    spanRow({ ...browser('well'), at: DAY }),
    spanRow(browser('crashed')),
    thrown('crashed', 'window.error'),
    spanRow({ ...browser('failed'), status: 'Error' }),
    thrown('handled', 'reportError'),
    exceptionRow({
      service: 'web',
      ...of('2'),
      attributes: {
        'session.id': 'handled',
        'errata.exception.source': 'window.error',
        'errata.exception.origin': 'browser_extension',
      },
    }),
    logRow({ service: 'web', ...of('2'), attributes: { 'session.id': 'handled' } }),
    spanRow({ service: 'web', ...of('1'), attributes: { 'session.id': 'before' } }),
  ]
  await using store = await openTestStore(rows)

  expect(await listReleaseSessions(store, { releases: ['2'] })).toEqual([
    { service: 'web', release: '2', sessions: 4, crashed: 2 },
  ])
})
