import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { isNightly } from '../../../test/is-nightly.ts'
import { HOSTILE_TEXTS } from '../../../test/mcp/hostile-texts.ts'
import { readFences, UNSEEN } from '../../../test/mcp/read-fences.ts'
import { exceptionRow, type InsertedRow, logRow, randomHexId, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { openApi } from '../../api/open-api.test-data.ts'
import { openAgent, type ToolAnswer } from './open-agent.test-data.ts'

/** Nightly each of the texts by itself, in all fields; else all of them together. */
const texts = (isNightly ? HOSTILE_TEXTS : [HOSTILE_TEXTS.map(text => cut(text, 200)).join('\n')]).map(text =>
  // No text in UTF-8 has half of a pair.
  text.toWellFormed(),
)
function cut(text: string, chars: number): string {
  return text.slice(0, chars).toWellFormed()
}
const atNs = nsOfMs(Date.now() - 120_000)

interface Planted {
  readonly text: string
  readonly traceId: string
  readonly spanId: string
  readonly isBrowser: boolean
}
const planted = texts.flatMap((text): Planted[] =>
  [true, false].map(isBrowser => ({ text, traceId: randomHexId(16), spanId: randomHexId(8), isBrowser })),
)

/** A text in whatever a sender can write. */
function rowsOf({ text, traceId, spanId, isBrowser }: Planted, i: number): InsertedRow[] {
  const service = isBrowser ? `shop-browser-${i}` : `${cut(text, 100)} ${i}`
  const resource = {
    'service.version': cut(text, 200),
    'deployment.environment.name': cut(text, 100),
    'vcs.ref.head.revision': cut(text, 100),
    'vcs.repository.url.full': `https://evil.example/${cut(text, 100)}`,
    'user_agent.original': text,
    [cut(text, 100)]: text,
    ...(isBrowser && { 'telemetry.sdk.language': 'webjs' }),
  }
  const attributes = {
    'session.id': cut(text, 200),
    'user.id': cut(text, 200),
    'http.route': cut(text, 200),
    'url.full': `https://shop.example/${text}`,
    'db.query.text': text,
    'code.file.path': text,
    'code.function.name': text,
    [cut(text, 100)]: text,
  }
  const at = atNs + BigInt(i) * 1_000n
  const exception = { at: at + 1n, service, type: cut(text, 300), message: text, traceId, spanId, resource }
  return [
    spanRow({ at, traceId, spanId, service, name: text, status: 'Error', resource, attributes }),
    ...Array.from({ length: 6 }, (_, n) =>
      spanRow({
        at: at + BigInt(n),
        traceId,
        parentSpanId: spanId,
        service,
        name: text,
        kind: 'Client',
        resource,
        attributes,
      }),
    ),
    spanRow({
      ...{
        at: at + 9n,
        traceId,
        parentSpanId: spanId,
        service,
        name: `${text} failed`,
        kind: 'Client',
        status: 'Error',
      },
      ...{ resource, attributes, events: [{ name: text, attributes: { [cut(text, 100)]: text } }] },
    }),
    exceptionRow({
      ...exception,
      stacktrace: `${text}: ${text}\n    at ${text} (/app/${text}.ts:3:5)\n    at price (/app/price.ts:4:5)`,
      attributes: {
        ...attributes,
        'errata.issue.fingerprint': `${cut(text, 100)} ${i}`,
        'errata.error.digest': cut(text, 40),
        'errata.exception.causes': JSON.stringify([
          { type: text, message: text, stacktrace: `${text}\n    at x (/y.ts:1:1)` },
        ]),
        'errata.user_actions': JSON.stringify([{ type: text, target: text, secondsBefore: 1 }]),
        'errata.stack.context': JSON.stringify([
          { file: '/app/price.ts', line: 4, context: { before: [text], line: text, after: [text] } },
        ]),
      },
    }),
    logRow({ at: at + 2n, service, body: text, eventName: cut(text, 100), traceId, spanId, resource, attributes }),
  ]
}

const store = shareTestStore(planted.flatMap(rowsOf))

/** Every text of strangers is inside of a fence, or below the name of who wrote it. */
function expectFenced({ text, structured }: ToolAnswer): void {
  const { outside, inside } = readFences(text)
  expect(outside.filter(line => /STRANGER|evil\.example|ignore previous/i.test(line))).toEqual([])
  for (const line of [...outside, ...inside]) {
    expect(line).not.toMatch(UNSEEN)
    expect(line).not.toMatch(/!\[|\]\(|<\/?(?:img|a|script)\b/i)
  }
  expect(findOutside(structured)).toEqual([])
}

function findOutside(value: unknown): string[] {
  if (typeof value === 'string') return /STRANGER|evil\.example/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) =>
    /^from_(?:server|browser|people)$/.test(name) ? [] : [...findOutside(name), ...findOutside(below)],
  )
}

test.each(
  planted.map(
    (of, i) => [isNightly ? texts.indexOf(of.text) : 'all', of.isBrowser ? 'browser' : 'server', of, i] as const,
  ),
)('text %s of a %s is inside of a fence, in every tool', async (_, _side, of, i) => {
  const api = openApi(store(), { agentsMayWrite: true })
  await using agent = await openAgent(store(), { api })
  const issue = `given_${Buffer.from(`${cut(of.text, 100)} ${i}`).toString('base64url')}`
  await agent.call('say_of_issue', {
    issue,
    what: 'assigned',
    owner: cut(of.text, 100),
    comment: cut(of.text, 1_000),
  })
  const got = await agent.call('get_issue', { issue })
  const exception = /exception="([\w-]+)"/.exec(got.text)?.[1]
  const record = /record="([\w-]+)"/.exec((await agent.call('find_logs', { trace: of.traceId })).text)?.[1]
  const calls: [string, Record<string, unknown>][] = [
    ['look_up', { text: cut(of.text, 2_000) }],
    ['look_up', { text: of.traceId }],
    ['find_issues', { state: 'all', limit: 25 }],
    ['get_exception', { exception, frames: 'all' }],
    ['get_exception', { exception, part: 'message' }],
    ['get_steps', { exception }],
    ['get_steps', { session: `given_${Buffer.from(cut(of.text, 200)).toString('base64url')}` }],
    ['get_trace', { trace: of.traceId }],
    ['get_trace', { trace: of.traceId, span: of.spanId }],
    ['find_logs', { trace: of.traceId }],
    ['find_logs', { record }],
    ['compare_releases', { release: cut(of.text, 200) }],
  ]
  expectFenced(got)
  expect(got.text).toContain('STRANGER')
  const answers = await Promise.all(calls.map(([name, args]) => agent.call(name, args)))
  const shown = answers.map((answer, n) => [calls[n]?.[0], answer.isError, answer.text.includes('STRANGER')] as const)
  for (const answer of answers.filter(({ isError }) => !isError)) expectFenced(answer)
  expect(shown.filter(([name, isError]) => isError && name !== 'compare_releases')).toEqual([])
  expect([...new Set(shown.filter(([, , isShown]) => isShown).map(([name]) => name))].toSorted()).toEqual(
    expect.arrayContaining(['find_issues', 'find_logs', 'get_exception', 'get_steps', 'get_trace']),
  )
})
