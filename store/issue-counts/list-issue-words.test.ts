import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssueWords } from './list-issue-words.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const nobody = { from: [], to: [], byRule: new Map() }
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('an issue is called by its latest exception, however the rows came', async () => {
  const said = (message: string) => ({ 'exception.message': message, 'http.route': `/${message}` })
  await using store = await openTestStore([thrown(1, 'a', said('last')), thrown(9, 'a', said('first'))])
  const words = await listIssueWords(store, { issues: ['a', 'b'], merges: nobody })
  expect([...words.values()]).toMatchObject([
    { issue: 'a', message: 'last', route: '/last', service: 'shop', function: 'pay pay.js' },
  ])
})
