import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeLogs, encodeTraces } from './encode-otlp.ts'
import { generateTelemetry, type SeedPlan } from './generate.ts'
import type { SeedLog, SeedSpan } from './record.ts'

const untilMs = Date.UTC(2026, 10, 22, 10)
const plan: SeedPlan = { seed: 1, spans: 20_000, days: 14, untilMs }

function made(of: SeedPlan): { spans: SeedSpan[]; logs: SeedLog[] } {
  const [spans, logs]: [SeedSpan[], SeedLog[]] = [[], []]
  for (const batch of generateTelemetry(of)) {
    spans.push(...batch.spans)
    logs.push(...batch.logs)
  }
  return { spans, logs }
}

function bytesOf(of: SeedPlan): string {
  const { spans, logs } = made(of)
  const text = JSON.stringify([encodeTraces(spans), encodeLogs(logs)])
  return createHash('sha256').update(text).digest('hex')
}

test('a seed produces the same bytes each time, another seed different ones', () => {
  const small = { ...plan, spans: 3_000 }
  expect(bytesOf(small)).toBe(bytesOf(small))
  expect(bytesOf({ ...small, seed: 2 })).not.toBe(bytesOf(small))
})

test('for any options: the requested number of spans, unique ids, no parent outside its trace, nothing outside the time range', () => {
  const plans = fc.record({
    seed: fc.integer({ min: 0, max: 2 ** 32 }),
    spans: fc.integer({ min: 1, max: 3_000 }),
    days: fc.integer({ min: 1, max: 14 }),
    untilMs: fc.constantFrom(untilMs, Date.UTC(2026, 2, 29, 1), Date.UTC(2024, 1, 29)),
  })
  fc.assert(
    fc.property(plans, of => {
      const { spans, logs } = made(of)
      const ids = new Map(spans.map(span => [span.spanId, span.traceId]))
      const fromUs = (of.untilMs - of.days * 86_400_000) * 1000
      expect(spans.length).toBeGreaterThanOrEqual(of.spans)
      expect(spans.length).toBeLessThan(of.spans + 300)
      expect(ids.size).toBe(spans.length)
      const isRight = ({ traceId, parentSpanId, startUs, endUs }: (typeof spans)[number]) =>
        (parentSpanId === '' ? startUs < of.untilMs * 1000 : ids.get(parentSpanId) === traceId) &&
        startUs >= fromUs &&
        endUs >= startUs &&
        [startUs, endUs].every(Number.isSafeInteger)
      expect(spans.filter(span => !isRight(span))).toEqual([])
      expect(logs.filter(({ spanId, traceId }) => ids.get(spanId) !== traceId)).toEqual([])
    }),
    { numRuns: 25 },
  )
})

test('six services in four languages report, and Errata itself', () => {
  const { spans } = made(plan)
  const languages = new Set(spans.map(({ resource }) => resource.attributes['telemetry.sdk.language']))
  expect(new Set(spans.map(({ resource }) => resource.service))).toEqual(
    new Set([
      'shop',
      'shop-browser',
      'checkout',
      'stock',
      'recommendations',
      'mail',
      'errata-desk',
      'errata-desk-browser',
    ]),
  )
  expect(languages).toEqual(new Set(['nodejs', 'webjs', 'java', 'go', 'python']))
})

test('release 2.4.1 of the shop breaks its cart, and no other does', () => {
  const { logs } = made({ ...plan, spans: 100_000, days: 2 })
  const broken = logs.filter(({ attributes }) => attributes['errata.error.digest'] === 'q7x2m9ktva')
  expect(broken.length).toBeGreaterThan(20)
  expect(new Set(broken.map(({ resource }) => resource.release))).toEqual(new Set(['2.4.1']))
})

test('checkout is slower since 7.2.0', () => {
  const { spans } = made({ ...plan, spans: 100_000, days: 2 })
  const median = (release: string) => {
    const orders = spans.filter(({ name, kind, resource }) => {
      return name === 'POST /orders' && kind === 'Server' && resource.release === release
    })
    return orders.map(({ startUs, endUs }) => endUs - startUs).toSorted((a, b) => a - b)[orders.length >> 1] ?? 0
  }
  expect(median('7.2.0')).toBeGreaterThan(1.3 * median('7.1.3'))
})

test('a client span with a 4xx or 5xx status has failed, as the semantic conventions require', () => {
  const refused = made(plan).spans.filter(
    ({ kind, attributes }) => kind === 'Client' && Number(attributes['http.response.status_code']) >= 400,
  )
  expect(refused.map(({ attributes }) => attributes['server.address'])).toContain('pay.example')
  for (const { failed, attributes } of refused)
    expect([failed, attributes['error.type']]).toEqual([true, String(attributes['http.response.status_code'])])
})

test("the shop's telemetry has the names of otel/SIGNALS.md", () => {
  const listed = readFileSync(join(import.meta.dirname, '../otel/SIGNALS.md'), 'utf8')
  const known = new Set([...listed.matchAll(/`([\w.]+)`/g)].map(([, name]) => name))
  const { spans, logs } = made(plan)
  const ours = [...spans.filter(({ kind }) => kind !== 'Client'), ...logs].filter(({ scope }) =>
    scope.startsWith('@errata/otel'),
  )
  const names = new Set(
    ours.flatMap(({ attributes, resource }) => Object.keys({ ...attributes, ...resource.attributes })),
  )
  expect([...names].filter(name => !known.has(name))).toEqual([])
  expect(names.size).toBeGreaterThan(40)
})

test("each mapped frame of the shop's own code has its source, and its column points at what failed", () => {
  const pointedAt = new Set<string>()
  for (const { attributes } of made({ ...plan, spans: 100_000, days: 2 }).logs) {
    if (attributes['errata.stack.mapped'] !== 'yes') continue
    const stack = String(attributes['exception.stacktrace'])
    const own = [...stack.matchAll(/\((app\/.*):(\d+):(\d+)\)$/gm)]
    const listed = JSON.parse(String(attributes['errata.stack.context']))
    expect(listed.length).toBe(stack.split('\n').length - 1)
    const frames = listed.filter((frame: unknown) => frame !== null)
    expect(frames.map(({ file, line, column }: Record<string, unknown>) => `${file}:${line}:${column}`)).toEqual(
      own.map(([, file, line, column]) => `${file}:${line}:${column}`),
    )
    for (const { context, column } of frames) pointedAt.add(/^\w+/.exec(context.line.slice(column - 1))?.[0] ?? '')
  }
  expect(pointedAt).toEqual(new Set(['amount', 'reduce', 'await', 'length', 'new']))
})
