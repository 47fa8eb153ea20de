import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { exceptionRow, openTestStore } from '../../../test/store/open-test-store.ts'
import { loadEventContext } from './read-event-context.server.ts'

test('the breadcrumbs of an exception have what the visitor did as events of their own', async () => {
  const atMs = Date.now() - 60_000
  const thrown = (ms: number, attributes: Record<string, string>) =>
    exceptionRow({ at: nsOfMs(ms), service: 'shop-browser', attributes: { 'session.id': 's1', ...attributes } })
  const actions = JSON.stringify([{ type: 'click', target: 'button.add', secondsBefore: 0.2 }])
  await using store = await openTestStore([thrown(atMs - 5_000, {}), thrown(atMs, { 'errata.user_actions': actions })])
  const asked = { traceId: undefined, atNs: nsOfMs(atMs), sessionId: 's1' }
  const { session } = await loadEventContext(store, asked)
  expect(session.map(({ kind, atNs, attributes }) => [kind, nsOfMs(atMs) - atNs, attributes['body']])).toEqual([
    ['exception', 0n, undefined],
    ['log', 200_000_000n, 'Click on button.add'],
    ['exception', 5_000_000_000n, undefined],
  ])
  expect(session[0]?.attributes).not.toHaveProperty(['errata.user_actions'])
})
