import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import document from '../docs/openapi.json' with { type: 'json' }
import { COMMANDS } from './commands.ts'
import { openApiServer, runCommand } from './open-api-server.test-data.ts'

const json = (response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) => {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(value))
}
const issue = (n: number) => ({
  ...{ id: `issue-${n}`, page: `/issues/issue-${n}`, status: 'open', is_new: false, is_regressed: false },
  ...{ type: 'TypeError', message: 'x', service: 'shop', events: n, users: 0, last_seen: '2026-11-21T14:00:00.0Z' },
})

test('a list is read page by page up to the limit, and says that there is more', async () => {
  const asked: string[] = []
  await using server = await openApiServer(({ url = '' }, response) => {
    asked.push(url)
    const query = new URL(url, 'http://desk').searchParams
    const from = Number(query.get('cursor') ?? 0)
    const rows = Number(query.get('limit'))
    json(response, { items: Array.from({ length: rows }, (_, i) => issue(from + i)), next: String(from + rows) })
  })
  const { code, out, err } = await runCommand(['issues', 'type:TypeError', '--limit', '450', '--url', server.url])

  expect(code).toBe(0)
  expect(out.trimEnd().split('\n')).toHaveLength(451)
  expect(out).toContain('issue-449')
  expect(err).toBe('There are more than these 450: --limit shows more, npx errata export all.\n')
  expect(asked).toEqual([
    '/api/v1/issues?q=type%3ATypeError&limit=200',
    '/api/v1/issues?q=type%3ATypeError&limit=200&cursor=200',
    '/api/v1/issues?q=type%3ATypeError&limit=50&cursor=400',
  ])
})

test('a limit of the API is waited for', async () => {
  let requests = 0
  await using server = await openApiServer((_, response) => {
    if (++requests === 1) json(response, { detail: 'Too many.' }, 429, { 'retry-after': '0.01' })
    else json(response, { items: [issue(1)], next: null })
  })
  const { code, out, err } = await runCommand(['issues', '--url', server.url])
  expect([code, requests]).toEqual([0, 2])
  expect(out).toContain('issue-1')
  expect(err).toBe('Errata limits how much one asks: going on in 0.01 s.\n')
})

test.each([
  [404, { type: 'docs/api.md#not-found', detail: 'There is no such issue.' }, 1, 'There is no such issue.\n'],
  [400, { type: 'docs/api.md#invalid-request', detail: 'last=3y is no time.' }, 2, 'last=3y is no time.\n'],
  [503, { type: 'docs/api.md#database-unavailable', title: 'No database', detail: '' }, 2, 'No database\n'],
  [400, { type: 'docs/api.md#invalid-request', detail: '\u001b[2J' }, 2, '\\u{1b}[2J\n'],
])('the problem %i %j ends with %i and a sentence', async (status, problem, code, sentence) => {
  await using server = await openApiServer((_, response) => json(response, problem, status))
  expect(await runCommand(['issue', 'x', '--url', server.url])).toEqual({ code, out: '', err: sentence })
})

test('without a token one is told where to make it', async () => {
  const problem = { type: 'docs/api.md#token-needed', detail: 'Send a token.' }
  await using server = await openApiServer((_, response) => json(response, problem, 401))
  const { err } = await runCommand(['issues', '--url', server.url])
  expect(err).toBe(`Send a token. Make a token at ${server.url}/settings/tokens and set ERRATA_TOKEN.\n`)
})

test('what is not Errata, and nobody who answers, are told', async () => {
  await using server = await openApiServer((_, response) => response.writeHead(302, { location: '/sign-in' }).end())
  const { url } = server
  expect(await runCommand(['issues', '--url', url])).toMatchObject({
    ...{ code: 2, err: `${url} answered 302, and not as Errata does: is ERRATA_URL the address of Errata?\n` },
  })
  await server[Symbol.asyncDispose]()
  expect(await runCommand(['issues', '--url', url])).toMatchObject({
    ...{ code: 2, err: `Errata at ${url} cannot be reached: ECONNREFUSED.\n` },
  })
})

test('the token of this machine is sent to its own desk alone, that of the environment to any', async () => {
  const sent: unknown[] = []
  const open = () =>
    openApiServer(({ headers }, response) => {
      sent.push(headers.authorization)
      json(response, { items: [], next: null })
    })
  await using own = await open()
  await using other = await open()
  const localDesk = { url: own.url, token: 'local' }
  await runCommand(['issues'], { localDesk })
  await runCommand(['issues', '--url', other.url], { localDesk })
  await runCommand(['issues'], { localDesk, env: { ERRATA_URL: other.url } })
  await runCommand(['issues'], { localDesk, env: { ERRATA_URL: other.url, ERRATA_TOKEN: 'given' } })
  expect(sent).toEqual(['Bearer local', undefined, undefined, 'Bearer given'])
})

const EXPORTED = '{"id":"a\u009b"}\n{"id":"b"}\n'
test.each([
  ['{"end":true,"rows":2}\n', 0, '2 logs\n'],
  ['{"end":true,"rows":3}\n', 2, 'The export was cut off after 2 rows: its last line is missing.\n'],
  ['{"end":false,"rows":2,"problem":{"detail":"Too slow."}}\n', 2, 'The export was cut off after 2 rows: Too slow.\n'],
])('an export that ends with %j ends with %i', async (end, code, said) => {
  await using server = await openApiServer((_, response) => response.end(EXPORTED + end))
  expect(await runCommand(['export', 'logs', '--url', server.url])).toEqual({
    ...{ code, out: '{"id":"a\\u009b"}\n{"id":"b"}\n', err: said },
  })
})

test('an export without its last line is one that was cut off', async () => {
  await using server = await openApiServer((_, response) => response.end(EXPORTED))
  expect(await runCommand(['export', 'logs', '--url', server.url])).toMatchObject({
    code: 2,
    err: 'The export was cut off after 1 rows: its last line is missing.\n',
  })
})

const compared = (verdict: string) => ({
  ...{ release: '1', page: '/releases/1', verdict, verdict_text: `${verdict} than 0`, worse: [], better: [] },
  ...{ failed_requests: { part: 0, whole: 0 }, failed_requests_before: { part: 0, whole: 0 }, services: [] },
  ...{ crash_free_sessions: { part: 0, whole: 0 }, crash_free_sessions_before: { part: 0, whole: 0 } },
  ...{ deploys: [], issues: [], new_issues: 0, regressed_issues: 0 },
})

test('a gate waits an outage out, but not beyond its time', async () => {
  let requests = 0
  await using server = await openApiServer((_, response) => {
    if (++requests === 1) json(response, { type: 'docs/api.md#database-unavailable', detail: 'Away.' }, 503)
    else json(response, compared('worse'))
  })
  const gate = ['release', 'compare', 'shop', '1', '--fail-if', 'worse', '--url', server.url]
  const { code, err } = await runCommand([...gate, '--wait', '1s'])
  expect([code, requests]).toEqual([1, 2])
  expect(err).toMatch(/^shop 1: Away\. Watching on until [\d:]+Z\.\n$/)
  requests = 0
  expect(await runCommand(gate)).toMatchObject({ code: 2, err: 'Away.\n' })
})

test('an answer that cannot be understood is no worse release', async () => {
  await using server = await openApiServer((_, response) => json(response, { verdict: 'worse' }))
  const { code } = await runCommand(['release', 'compare', 'a', 'b', '--fail-if', 'worse', '--url', server.url])
  expect(code).toBe(2)
})

test('a switch that is not given is off', async () => {
  let sent = ''
  await using server = await openApiServer((_, response, body) => {
    sent = body
    json(response, { batch: 'b', changed: ['a'], refused: [] }, 201)
  })
  expect(await runCommand(['assign', 'a', '--to', 'team-cart', '--url', server.url])).toMatchObject({
    ...{ code: 0, out: 'a  assigned to team-cart\n' },
  })
  expect(JSON.parse(sent)).toMatchObject({ do: { action: 'assign', owner: 'team-cart' } })
})

test('an action on some issues that is refused for one says which, and ends with 1', async () => {
  let sent = ''
  await using server = await openApiServer((_, response, body) => {
    sent = body
    json(response, { batch: 'b', changed: ['a'], refused: [{ issue: 'b', detail: 'There is no such issue.' }] }, 201)
  })
  const address = `${server.url}/issues/a`
  expect(await runCommand(['mute', address, 'b', '--until-rate', '9', '--by', 'ann', '--url', server.url])).toEqual({
    ...{ code: 1, out: 'a  muted\n', err: 'b  There is no such issue.\n' },
  })
  expect(JSON.parse(sent)).toEqual({
    issues: ['a', 'b'],
    do: { action: 'mute-until', until: 'rate', count: 9, by: 'ann' },
  })
})

test.each([
  [[], 0, /^Usage: npx errata COMMAND/, ''],
  [['nosuch'], 2, /^$/, 'There is no command "nosuch": npx errata --help lists all.\n'],
  [['issue'], 2, /^$/, 'Usage: npx errata issue ID|URL. --help has examples.\n'],
  [['issues', '--limit', '0'], 2, /^$/, '--limit 0 is no whole number above 0.\n'],
  [['assign', 'x'], 2, /^$/, 'Say to whom: --to OWNER or --nobody.\n'],
  [['mute', 'x', '--for', '3d'], 2, /^$/, '--for 3d is none of 1h, 1d, 7d, 30d.\n'],
  [['mute', 'x', '--for', '1d', '--until-rate', '3'], 2, /^$/, '--for and --until-rate say two things.\n'],
  [
    ['release', 'compare', 'a', 'b', '--fail-if', 'bad'],
    2,
    /^$/,
    '--fail-if knows worse, slower, new-issues, and not "bad".\n',
  ],
  [['release', 'compare', 'a', 'b', '--wait', 'long'], 2, /^$/, '--wait long is no time such as 90s or 10m.\n'],
  [['issues', '--url', 'desk'], 2, /^$/, 'ERRATA_URL=desk is no http:// or https:// address.\n'],
] as const)('errata %j ends with %i', async (args, code, out, err) => {
  const ran = await runCommand(args)
  expect(ran).toMatchObject({ code, err })
  expect(ran.out).toMatch(out)
})

test.each(COMMANDS.map(({ name }) => name))('%s --help has its options and examples', async name => {
  const { code, out } = await runCommand([...name.split(' '), '--help'])
  expect(code).toBe(0)
  expect(out).toMatch(
    new RegExp(`^Usage: npx errata ${name}.*\n\nOptions:\n.*\n\nExamples:\n  npx errata ${name}`, 's'),
  )
})

/** The arguments of each command. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  issue: ['x'],
  exception: ['x'],
  trace: ['a'.repeat(32)],
  lookup: ['x'],
  'release compare': ['shop', '1'],
  deploy: ['shop', '1'],
  assign: ['x', '--to', 'ann'],
  comment: ['x', 'text'],
  silence: ['--for', '1h', '--service', 'shop'],
  'silence end': ['x'],
  ...Object.fromEntries(['resolve', 'reopen', 'mute', 'unmute'].map(name => [name, ['x']])),
}
/** Exports and agents read lines of JSON: mcp/ has tests of its own. */
const isForTerminals = ({ name }: { readonly name: string }) => !name.startsWith('export ') && name !== 'mcp'
const CASES = COMMANDS.filter(isForTerminals).flatMap(({ name }) => {
  const args = [...name.split(' '), ...(ARGUMENTS[name] ?? [])]
  return [args, [...args, '--json'], ...(name === 'trace' ? [[...args, '--span', 'b'.repeat(16)]] : [])]
})

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
}
const { schemas } = document.components as unknown as { readonly schemas: Readonly<Record<string, Schema>> }
const HOSTILE = [
  '\u001b]0;owned\u0007',
  '\u001b[2J\u001b[H',
  '\u009b31m',
  '\u202e\u2066',
  '\r\nfake line',
  '\u{e0041}',
  '\u2028',
]

/** Answers of a schema, with texts of strangers. Times, too: the API promises more than a terminal may trust. */
function answersOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return answersOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(answersOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object': {
      if (schema.properties === undefined) return fc.dictionary(strings, strings, { maxKeys: 3 })
      const fields = Object.entries(schema.properties).map(([name, of]) => [name, answersOf(of)])
      return fc.record(Object.fromEntries(fields))
    }
    case 'array':
      return fc.array(answersOf(schema.items ?? {}), { minLength: 1, maxLength: 3 })
    case 'integer':
      return fc.nat({ max: 2_000 })
    case 'number':
      return fc.double({ noNaN: true, min: 0, max: 1e9 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return strings
  }
}
const strings = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'shop', '2026-11-21T14:00:00.123456789Z'),
)

interface Documented {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
}
const answersByRequest = Object.entries(document.paths as Readonly<Record<string, object>>).flatMap(([path, methods]) =>
  Object.entries(methods as Readonly<Record<string, Documented>>).map(([method, { responses }]) => {
    const { content } = responses['200'] ?? responses['201'] ?? {}
    return {
      pattern: new RegExp(`^${method.toUpperCase()} /api/v1${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`),
      answers: answersOf(content?.['application/json']?.schema ?? {}),
    }
  }),
)

test.each(CASES.map(args => [args.join(' '), args] as const))(
  'errata %s prints nothing that a terminal obeys, whatever senders wrote',
  async (_, args) => {
    let seed = 0
    await using server = await openApiServer(({ method, url = '' }, response) => {
      const found = answersByRequest.find(({ pattern }) => pattern.test(`${method} ${url}`))
      if (found === undefined) return json(response, { type: 'docs/api.md#not-found', detail: 'Nothing.' }, 404)
      const [answer] = fc.sample(found.answers, { numRuns: 1, seed })
      json(response, { ...(answer as object), ...('next' in (answer as object) && { next: null }) })
    })
    for (seed = 1; seed <= 20; seed++) {
      const { code, out, err } = await runCommand([...args, '--url', server.url])
      expect([0, 1]).toContain(code)
      expect(out + err).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      expect(out + err).not.toBe('')
    }
  },
)

test.each([
  ['', true],
  ['1', false],
])('with NO_COLOR=%s headings have colours: %s', async (value, hasColours) => {
  await using server = await openApiServer((_, response) => json(response, { items: [issue(1)], next: null }))
  let out = ''
  const stdout = Object.assign(
    new Writable({
      write(chunk, _, done) {
        out += String(chunk)
        done()
      },
    }),
    { isTTY: true, columns: 40 },
  )
  await runCommand(['issues', '--url', server.url], { stdout, env: { NO_COLOR: value } })
  expect(out.includes('\u001b[')).toBe(hasColours)
})
