import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { listReleaseBrowsers } from './list-release-browsers.ts'
import { listReleases } from './list-releases.ts'

const DAY = 86_400_000

test('counts the sessions of each browser and those that crashed, in the release and in the one before', async () => {
  const visit = (
    version: string,
    browser: string,
    session: string,
    more: Partial<Parameters<typeof spanRow>[0]> = {},
  ) =>
    spanRow({
      service: 'web-browser',
      at: DAY * (4 - Number(version)),
      kind: 'Internal',
      attributes: { 'session.id': session },
      resource: { 'service.version': version, 'user_agent.original': browser },
      ...more,
    })
  const thrown = (browser: string, session: string, source: string, more: Record<string, string> = {}) =>
    exceptionRow({
      service: 'web-browser',
      at: DAY,
      resource: { 'service.version': '3', 'user_agent.original': browser },
      attributes: { 'session.id': session, 'errata.exception.source': source, ...more },
    })
  await using store = await openTestStore([
    visit('1', 'Fox', 'long ago'),
    visit('2', 'Fox', 'b1'),
    visit('2', 'Fox', 'b2', { status: 'Error' }),
    visit('3', 'Fox', 'n1'),
    visit('3', 'Fox', 'n1'),
    visit('3', 'Fox', 'n2'),
    thrown('Fox', 'n2', 'window.error'),
    thrown('Fox', 'n1', 'reportError'),
    thrown('Fox', 'n1', 'window.error', { 'errata.exception.origin': 'browser_extension' }),
    visit('3', 'Safari', 'n3', { status: 'Error' }),
    // Stock SDKs send it so.
    visit('3', '', 'n4', { attributes: { 'session.id': 'n4', 'user_agent.original': 'Safari' } }),
    visit('3', '', 'unknown'),
  ])
  const of = await listReleases(store, { release: '3', limit: 10 })
  expect(await listReleaseBrowsers(store, { of, limit: 10 })).toEqual([
    { browser: 'Fox', sessions: 2, crashed: 1, sessionsBefore: 2, crashedBefore: 1 },
    { browser: 'Safari', sessions: 2, crashed: 1, sessionsBefore: 0, crashedBefore: 0 },
  ])
})
