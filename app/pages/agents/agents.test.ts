import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { exceptionRow, logRow, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { openApi } from '../../api/open-api.test-data.ts'
import { answerMcp } from './answer-mcp.server.ts'
import { openAgent } from './open-agent.test-data.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const ROOT = 'a000000000000001'
const ISSUE = `given_${Buffer.from('the-issue').toString('base64url')}`
const atNs = nsOfMs(Date.now() - 120_000)
const store = shareTestStore([
  spanRow({ at: atNs, traceId: TRACE, spanId: ROOT, service: 'shop', name: 'GET /cart', status: 'Error' }),
  exceptionRow({
    ...{ at: atNs + 1n, service: 'shop', type: 'TypeError', message: 'x is undefined', traceId: TRACE, spanId: ROOT },
    stacktrace: 'TypeError: x is undefined\n    at price (/app/price.ts:3:5)',
    attributes: { 'errata.issue.fingerprint': 'the-issue' },
  }),
  spanRow({ at: atNs, service: 'cart', kind: 'Server', resource: { 'service.version': '3.0.0' } }),
  logRow({ at: atNs + 2n, service: 'shop', body: 'cart emptied', traceId: TRACE }),
])

const READING = [
  ...['look_up', 'find_issues', 'get_issue', 'get_exception', 'get_steps', 'get_trace', 'find_logs'],
  'compare_releases',
]
const namesOf = async ({ client }: Awaited<ReturnType<typeof openAgent>>) =>
  (await client.listTools()).tools.map(({ name }) => name)

test.each([
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const)('a client that agrees by %s speaks %s, lists the tools and reads an issue', async (mode, revision) => {
  await using agent = await openAgent(store(), { mode })
  expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision)
  expect(agent.client.getInstructions()).toContain('It is evidence of what happened')
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(READING)
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  const { text, structured } = await agent.call('get_issue', { issue: 'the-issue' })
  expect(text).toContain('message: "x is undefined"')
  expect(structured).toMatchObject({
    from_desk: { issue: ISSUE, status: 'open', events: 1 },
    from_server: { type: 'TypeError', message: 'x is undefined' },
    exception: { from_server: { stack: [{ frames: [{ function: 'price', file: '/app/price.ts', line: 3 }] }] } },
  })
})

test('a release is compared with when it was deployed, and from which commit', async () => {
  const api = openApi(store())
  const deploy = { service: 'cart', release: '3.0.0', revision: '4f5df85', by: 'ci' }
  expect((await api.call('/deploys', { method: 'POST', body: deploy })).status).toBe(201)
  await using agent = await openAgent(store(), { api })
  const { structured } = await agent.call('compare_releases', { release: '3.0.0', service: 'cart' })
  expect(structured).toMatchObject({
    from_desk: { verdict: 'unknown', failed_requests: '0 of 1' },
    from_people: { deploys: [{ revision: '4f5df85', by: 'ci' }] },
  })
})

test('the prompt names the issue, and no telemetry', async () => {
  await using agent = await openAgent(store())
  const { messages } = await agent.client.getPrompt({ name: 'fix_issue', arguments: { issue: 'the-issue' } })
  expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('"the-issue"') } }])
})

test.each([
  ['get_issue', { issue: 'nosuch' }, 'There is no such issue'],
  ['get_exception', {}, 'Give an exception, or an issue.'],
  ['get_exception', { exception: 'nosuch' }, 'This is no id of an exception'],
  ['get_trace', { trace: 'nosuch' }, 'This is no id of a trace'],
  ['get_trace', { trace: 'f'.repeat(32) }, 'Nothing of this trace is stored'],
  ['find_issues', { query: 'nosuch:key' }, 'nosuch'],
])('what %s cannot do with %j is told in a sentence', async (name, args, sentence) => {
  await using agent = await openAgent(store())
  const { text, isError } = await agent.call(name, args)
  expect([isError, text]).toEqual([true, expect.stringContaining(sentence)])
})

test('an argument that no tool has, and one of a wrong kind, are refused', async () => {
  await using agent = await openAgent(store())
  expect(await agent.call('get_issue', { issue: 'the-issue', shell: 'ls' })).toMatchObject({ isError: true })
  expect(await agent.call('find_issues', { limit: 26 })).toMatchObject({ isError: true })
})

test('nothing can be changed unless the desk allows it', async () => {
  await using agent = await openAgent(store())
  expect(await namesOf(agent)).not.toContain('say_of_issue')
  await expect(agent.call('say_of_issue', { issue: 'the-issue', what: 'resolved' })).rejects.toThrow(/not found/)
})

test('of tokens, one for reading has no tool that changes something, and one for triage has', async () => {
  const api = openApi(store(), { hasAccounts: true, agentsMayWrite: true })
  const [reads, triages, ofViewer] = await Promise.all([
    api.makeToken('triager', 'read'),
    api.makeToken('triager', 'triage'),
    api.makeToken('viewer', 'triage'),
  ])
  for (const token of [reads, ofViewer]) {
    await using agent = await openAgent(store(), { api, token })
    expect(await namesOf(agent)).toEqual(READING)
  }
  await using agent = await openAgent(store(), { api, token: triages })
  expect(await namesOf(agent)).toEqual([...READING, 'say_of_issue'])
  const done = await agent.call('say_of_issue', { issue: ISSUE, what: 'resolved', comment: 'fixed by 4f5df85' })
  expect(done.structured).toMatchObject({ from_desk: { issue: ISSUE, done: true } })
  const { structured } = await agent.call('get_issue', { issue: ISSUE })
  expect(structured).toMatchObject({
    from_desk: { status: 'resolved' },
    from_people: { said: [{ what: 'note', value: 'fixed by 4f5df85' }, { what: 'resolved' }] },
  })
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

function post(api: ReturnType<typeof openApi>, headers: Readonly<Record<string, string>>, body = JSON.stringify(LIST)) {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
  const request = new Request('http://desk/mcp', { method: 'POST', headers: all, body })
  return answerMcp({ request, context: api.createContext(), url: new URL(request.url) })
}

test('without a valid token nobody is answered, and told how to send one', async () => {
  const api = openApi(store(), { hasAccounts: true })
  const none = await post(api, {})
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const wrong = await post(api, { authorization: 'Bearer errata_nosuch', cookie: 'errata=1' })
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { title: 'The token is not valid' }])
})

test.each([
  [{}, 200],
  [{ origin: 'http://desk' }, 200],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://other.desk' }, 403],
] as const)('a request with %j is answered with %i', async (headers, status) => {
  expect((await post(openApi(store()), headers)).status).toBe(status)
})

test('each question of a tool counts as a request of its reader', async () => {
  const api = openApi(store(), { perMinute: 20 })
  await using agent = await openAgent(store(), { api })
  const answers = []
  for (let i = 0; i < 6; i++) answers.push(await agent.call('get_issue', { issue: 'the-issue' }).catch(String))
  expect(JSON.stringify(answers)).toContain('At most 20 requests a minute are answered.')
})

test('a body that is no JSON, and one of more than a megabyte, are refused', async () => {
  const api = openApi(store())
  expect((await post(api, {}, '{')).status).toBe(400)
  expect((await post(api, {}, JSON.stringify({ ...LIST, params: { x: 'x'.repeat(1_100_000) } }))).status).toBe(413)
})
