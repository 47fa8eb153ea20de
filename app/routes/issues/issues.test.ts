import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../../test/store/open-test-store.ts'
import { storeContext } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { loader } from './issues.tsx'

const HOUR_MS = 3_600_000

const thrown = (hoursAgo: number) =>
  exceptionRow({
    at: hoursAgo * HOUR_MS,
    attributes: { 'errata.issue.fingerprint': 'a', 'errata.stack.mapped': 'yes' },
  })

test('events are compared with those of a period of the same length, whatever is left of the day', async () => {
  await using store = await openTestStore([thrown(1), thrown(2), thrown(47), thrown(50)])
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  context.set(settingsContext, {
    release: '1',
    ownServices: [],
    canary: undefined,
    dropRules: { rules: [] },
    visitorPages: false,
    lab: { enabled: false, otherOrigin: '' },
    retentionDays: { traces: 14, logs: 30, exceptions: 90, digests: 400 },
  })
  const url = new URL('http://desk.example/issues?last=24h&whole=1')
  const found = await loader({ context, request: new Request(url), url, params: {}, pattern: '/issues' })
  if (!('before' in found)) throw new Error('The filters are invalid')
  expect(found.issues.map(({ events }) => events)).toEqual([2])
  expect(await found.before).toEqual({ answer: new Map([['a', 1]]) })
})
