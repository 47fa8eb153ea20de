import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { DAY_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listIssueScopes } from './list-issue-scopes.ts'

const nowNs = nsOfMs(Date.now())
const thrown = (at: bigint, environment: string) =>
  exceptionRow({ at, service: 'pay', resource: { 'deployment.environment.name': environment, 'service.version': '1' } })

test('an issue is known where it was seen since a day', async () => {
  await using store = await openTestStore([
    thrown(nowNs, 'production'),
    thrown(nowNs - DAY_NS, 'test'),
    thrown(nowNs - 5n * DAY_NS, 'old'),
  ])
  const [found] = await store.querySql<{ issue: string }>('SELECT any(Issue)::String AS issue FROM exceptions')
  const issue = found?.issue ?? ''
  const scopes = await listIssueScopes(store, { issues: [issue], merges: NO_MERGES, sinceNs: nowNs - DAY_NS })
  expect(scopes).toEqual(
    ['production', 'test'].map(environment => ({ issue, service: 'pay', environment, release: '1' })),
  )
})
