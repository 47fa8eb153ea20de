import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

/** Clients of both revisions, over HTTP and over stdio, at a running desk. */

const traceId = randomHexId(16)
const spanId = randomHexId(8)
const command = join(import.meta.dirname, '../../cli/from-clone.ts')
const COMMIT = '4f5df85512aa6d9d0c0a7f5b1b2c3d4e5f607182'
const TRACKER = 'https://tracker.example/new?title={title}&from={url}'
let desk: RunningDesk

beforeAll(async () => {
  desk = await startDesk({ settings: { ERRATA_MCP_WRITES: '1', ERRATA_TRACKER_URL: TRACKER } })
  await desk.insert([
    spanRow({ at: 60_000, traceId, spanId, service: 'shop', name: 'GET /cart', status: 'Error' }),
    exceptionRow({
      ...{ at: 60_000, traceId, spanId, service: 'shop', type: 'TypeError', message: 'x is undefined' },
      stacktrace: 'TypeError: x is undefined\n    at price (/app/price.ts:3:5)',
      resource: { 'vcs.ref.head.revision': COMMIT, 'vcs.repository.url.full': 'https://git.example/acme/shop' },
    }),
  ])
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const overHttp = () => new StreamableHTTPClientTransport(new URL(`${desk.url}/mcp`))
const overStdio = (...options: readonly string[]) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', ...options],
    env: { PATH: process.env['PATH'] ?? '', ERRATA_URL: desk.url },
  })

test.each([
  ['HTTP', 'auto', '2026-07-28', overHttp, true],
  ['HTTP', 'legacy', '2025-11-25', overHttp, true],
  ['stdio', 'auto', '2026-07-28', () => overStdio(), false],
  ['stdio', 'legacy', '2025-11-25', () => overStdio('--allow-writes'), true],
] as const)(
  'over %s a client that agrees by %s speaks %s, and finds and reads an issue',
  async (_, mode, revision, open, mayWrite) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    await client.connect(open())
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      // ERRATA_MCP_WRITES and --allow-writes say so.
      const { tools } = await client.listTools()
      expect(tools.some(({ name }) => name === 'say_of_issue')).toBe(mayWrite)
      const call = async (name: string, args: Readonly<Record<string, unknown>>) => {
        const { content } = await client.callTool({ name, arguments: { ...args } })
        const [first] = content
        return first?.type === 'text' ? first.text : ''
      }
      const found = await call('find_issues', { service: 'shop' })
      const issue = /issue: ([0-9a-f]{16})/.exec(found)?.[1] ?? ''
      const read = await call('get_issue', { issue: `${desk.url}/issues/${issue}` })
      expect(read).toContain('function: "price", file: "/app/price.ts", line: 3')
      expect(read).toContain(`page: ${desk.url}/issues/${issue}`)
    } finally {
      await client.close()
    }
  },
)

test('nothing but JSON-RPC is on stdout, also where the desk is away', async () => {
  const child = spawn(process.execPath, [command, 'mcp'], {
    env: { PATH: process.env['PATH'] ?? '', ERRATA_URL: 'http://127.0.0.1:9' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', line => lines.push(line))
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test', version: '1.0.0' }
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
  await once(reader, 'line')
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: 'get_issue', arguments: { issue: 'x' } } })
  await once(reader, 'line')
  child.stdin.write('this is no JSON\n')
  send({ id: 3, method: 'tools/list' })
  await once(reader, 'line')
  child.stdin.end()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  const told = lines.map((line): Record<string, unknown> => JSON.parse(line))
  expect(told.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
  expect(told.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(told[1]).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining('cannot be reached') }] },
  })
})

test.each([
  ['GET', {}, 405],
  ['DELETE', {}, 405],
  ['POST', { origin: 'https://evil.example', 'content-type': 'application/json' }, 403],
] as const)('%s with %j is answered with %i', async (method, headers, status) => {
  const response = await fetch(`${desk.url}/mcp`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
  expect(response.status).toBe(status)
})

test('a call may have more than a form, and at most a megabyte', async () => {
  const post = (chars: number) =>
    fetch(`${desk.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(chars) } }),
    })
  expect((await post(500_000)).status).toBe(200)
  expect((await post(1_100_000)).status).toBe(413)
})

test('the page of an issue leads to its commit and to a new ticket, without scripts', async () => {
  const list = await (await fetch(`${desk.url}/api/v1/issues?service=shop`)).json()
  const { page } = list.items[0]
  const html = await (await fetch(desk.url + page)).text()
  expect(html).toContain(`href="https://git.example/acme/shop/commit/${COMMIT}"`)
  const url = encodeURIComponent(desk.url + page)
  expect(html).toContain(`href="https://tracker.example/new?title=TypeError%3A%20x%20is%20undefined&amp;from=${url}"`)
})
