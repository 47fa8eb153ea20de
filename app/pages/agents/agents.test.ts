import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { exceptionRow, logRow, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { openApi } from '../../api/open-api.test-data.ts'
import { answerMcp } from './answer-mcp.server.ts'
import { openAgent } from './open-agent.test-data.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const ROOT = 'a000000000000001'
const atNs = nsOfMs(Date.now() - 120_000)
const store = shareTestStore([
  spanRow({ at: atNs, traceId: TRACE, spanId: ROOT, service: 'shop', name: 'GET /cart', status: 'Error' }),
  exceptionRow({
    ...{ at: atNs + 1n, service: 'shop', type: 'TypeError', message: 'x is undefined', traceId: TRACE, spanId: ROOT },
    stacktrace: 'TypeError: x is undefined\n    at price (/app/price.ts:3:5)',
    attributes: { 'errata.issue.fingerprint': 'the-issue' },
  }),
  logRow({ at: atNs + 2n, service: 'shop', body: 'cart emptied', traceId: TRACE }),
])

const READING = [
  ...['look_up', 'find_issues', 'get_issue', 'get_exception', 'get_steps', 'get_trace', 'find_logs'],
  'compare_releases',
]

test.each([
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const)('a client that agrees by %s speaks %s, sees eight tools and reads an issue', async (mode, revision) => {
  await using agent = await openAgent(store(), { mode })
  expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision)
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(READING)
  const { text } = await agent.call('get_issue', { issue: 'the-issue' })
  console.log(text)
})
