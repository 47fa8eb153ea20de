import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { readFences } from '../../../test/mcp/read-fences.ts'
import { exceptionRow, logRow, randomHexId, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { openAgent } from './open-agent.test-data.ts'

/** Nothing that is sent makes an answer longer than was asked for. */

const SPANS = 50_000
const MEGABYTE = 1_000_000
const traceId = randomHexId(16)
const failing = randomHexId(8)
const ids = Array.from({ length: SPANS }, (_, i) => (i === SPANS - 1 ? failing : randomHexId(8)))
const atNs = nsOfMs(Date.now() - 300_000)

const store = shareTestStore(
  ids.map((spanId, i) =>
    spanRow({
      ...{
        at: atNs + BigInt(i) * 1_000n,
        traceId,
        spanId,
        service: `service-${i % 7}`,
        kind: i === 0 ? 'Server' : 'Client',
      },
      // A wide and deep tree.
      ...(i > 0 && { parentSpanId: ids[i % 3 === 0 ? i - 1 : Math.floor(i / 8)] ?? '' }),
      ...{ name: `operation ${i % 400}`, durationNs: BigInt(1_000_000 + (i % 997) * 1_000) },
      ...(i === SPANS - 1 && { status: 'Error' as const }),
      attributes: { 'db.query.text': `SELECT ${'column, '.repeat(40)} FROM t${i % 90}`, 'code.file.path': '/app/x.ts' },
    }),
  ),
  [
    exceptionRow({
      ...{ at: atNs + 60_000_000n, service: 'service-0', type: 'RangeError', traceId, spanId: failing },
      message: '"\u202E'.repeat(MEGABYTE / 2),
      stacktrace: `RangeError: ${'x'.repeat(MEGABYTE)}\n${Array.from({ length: 3_000 }, (_, i) => `    at f${i} (/app/f${i}.ts:${i}:1)`).join('\n')}`,
      attributes: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`attribute.${i}`, 'y'.repeat(2_000)])),
    }),
    logRow({ at: atNs + 60_000_000n, service: 'service-0', body: 'z'.repeat(MEGABYTE), traceId }),
  ],
)

test.each([6_000, 20_000, 40_000])(
  'no answer has more than %i characters, and each says what it leaves out',
  async most => {
    await using agent = await openAgent(store())
    const found = await agent.call('find_issues', { query: 'type:RangeError', max_characters: most })
    const issue = /issue: ([0-9a-f]{16})/.exec(found.text)?.[1]
    const whole = await agent.call('get_issue', { issue, max_characters: most })
    const exception = /exception: (\d+-[0-9a-f]{16})/.exec(whole.text)?.[1]
    const logs = await agent.call('find_logs', { trace: traceId, max_characters: most })
    const record = /record="(\d+-[0-9a-f]{16})"/.exec(logs.text)?.[1]
    const answers = {
      ...{ found, whole, logs },
      exception: await agent.call('get_exception', { exception, frames: 'all', max_characters: most }),
      part: await agent.call('get_exception', { exception, part: 'message', max_characters: most }),
      trace: await agent.call('get_trace', { trace: traceId, max_characters: most }),
      around: await agent.call('get_trace', { trace: traceId, around: failing, max_characters: most }),
      failed: await agent.call('get_trace', { trace: traceId, errors_only: true, max_characters: most }),
      record: await agent.call('find_logs', { record, max_characters: most }),
    }
    for (const [name, { text, structured, isError }] of Object.entries(answers)) {
      expect([name, isError]).toEqual([name, false])
      expect(text.length, name).toBeLessThanOrEqual(most)
      expect(JSON.stringify(structured).length, name).toBeLessThanOrEqual(most)
      readFences(text)
    }
    for (const name of ['whole', 'exception', 'part', 'trace', 'around', 'record'] as const) {
      expect(answers[name].text, name).toMatch(/^\s*(?:- )?left_out_here: /m)
      expect(answers[name].structured['left_out'], name).not.toEqual([])
    }
    // However little fits, the things that an agent needs most are there.
    expect(answers.whole.text).toContain('type: "RangeError"')
    expect(answers.whole.text).toContain('function: "f0", file: "/app/f0.ts"')
    expect(answers.trace.text).toContain(`span: "${failing}"`)
    expect(answers.failed.text).toContain(`span: "${failing}"`)
    // The better part of what was asked for is used.
    expect(answers.trace.text.length).toBeGreaterThan(most / 3)
  },
)

test('a long message is read piece by piece, whole', async () => {
  await using agent = await openAgent(store())
  const found = await agent.call('find_issues', { query: 'type:RangeError' })
  const issue = await agent.call('get_issue', { issue: /issue: ([0-9a-f]{16})/.exec(found.text)?.[1] })
  const exception = /exception: (\d+-[0-9a-f]{16})/.exec(issue.text)?.[1]
  let from = 0
  let total = 0
  for (let i = 0; i < 3; i++) {
    const { structured } = await agent.call('get_exception', { exception, part: 'message', from })
    const { characters, of_characters: all } = structured['from_desk'] as Record<string, number>
    from += characters ?? 0
    total = all ?? 0
  }
  expect(total).toBeGreaterThan(100_000)
  expect(from).toBeGreaterThan(3_000)
})
