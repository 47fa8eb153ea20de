import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JSON_LOG_CASES, SPAN_ID, TRACE_ID } from '../../test/otlp/json-log-cases.ts'
import { attributes, nowNs } from '../../test/otlp/send-otlp.ts'
import { runs } from '../../test/property-runs.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'
import { expectQueueNotBlocked, sendItems, waitForServiceRows } from './send-items.ts'

let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

const TOLD = `SELECT Body AS body, Severity AS severity, TraceId AS trace, SpanId AS span,
  LogAttributes['exception.type'] AS type, LogAttributes['exception.message'] AS message,
  LogAttributes['exception.stacktrace'] AS stack, LogAttributes['at'] AS place`

async function store(records: readonly object[]) {
  const logRecords = records.map((record, at) => ({ timeUnixNano: nowNs(), attributes: attributes({ at }), ...record }))
  const service = await sendItems(ingest, 'logs', { scopeLogs: [{ logRecords }] })
  const rows = await waitForServiceRows(ingest, records.length, service, TOLD, 'otel_logs')
  return { service, rows: rows.toSorted((a, b) => Number(a['place']) - Number(b['place'])) }
}

for (const kind of ['text', 'kvlist'] as const) {
  test(`a JSON body as ${kind} of every logger tells severity, trace and exception, and stays as it was sent`, async () => {
    const bodies = JSON_LOG_CASES.map(({ body }) => JSON.stringify(body))
    const { rows } = await store(
      JSON_LOG_CASES.map(({ body }) => ({
        body: kind === 'text' ? { stringValue: JSON.stringify(body) } : toAnyValue(body),
      })),
    )
    expect(
      rows.map(({ severity, trace, span, type, message }) => [severity, trace, span, told(type, message)]),
    ).toEqual(
      JSON_LOG_CASES.map(({ severity, traced = false, exception = '' }) => [
        severity,
        traced ? TRACE_ID : '',
        traced ? SPAN_ID : '',
        exception,
      ]),
    )
    if (kind === 'text') expect(rows.map(({ body }) => body)).toEqual(bodies)
    else expect(rows.map(({ body }) => JSON.parse(String(body)))).toEqual(JSON_LOG_CASES.map(({ body }) => body))
  })
}

const told = (...texts: readonly unknown[]) => texts.filter(text => text !== '').join(': ')

test('an error logged as JSON is an exception with its stack', async () => {
  const stack = 'TypeError: x\n    at pay (pay.js:4:2)'
  const body = JSON.stringify({ level: 50, msg: 'failed', err: { type: 'TypeError', message: 'x', stack } })
  const { service } = await store([{ body: { stringValue: body } }])
  const columns = 'SELECT Type AS type, Message AS message, Stacktrace AS stack, Source AS source'
  expect(await waitForServiceRows(ingest, 1, service, columns, 'exceptions')).toEqual([
    { type: 'TypeError', message: 'x', stack, source: 'log' },
  ])
})

test("what the record itself tells counts before its body's", async () => {
  const body = JSON.stringify({ level: 'fatal', trace_id: TRACE_ID, err: { type: 'FromBody', message: 'x' } })
  const own = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) }
  const { rows } = await store([
    {
      body: { stringValue: body },
      severityNumber: 9,
      ...own,
      attributes: attributes({ at: 0, 'exception.type': 'Own' }),
    },
    { body: { stringValue: body }, severityText: 'warn' },
  ])
  expect(rows).toMatchObject([
    { severity: 9, trace: own.traceId, span: own.spanId, type: 'Own', message: '' },
    { severity: 13, trace: TRACE_ID, span: '', type: 'FromBody' },
  ])
})

test('what is no JSON object, or no longer one, stays as it is', async () => {
  const bodies = [
    '{"level":50,"msg":"cut',
    '{',
    '[{"level":50}]',
    '"level"',
    'level=50 {"level":50}',
    ' {"level":50}',
    '{"level":50}{"level":60}',
    '{"a":'.repeat(10_000),
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    `{"level":50,"msg":"${'long '.repeat(13_200)}"}`,
  ]
  const { rows } = await store(bodies.map(stringValue => ({ body: { stringValue } })))
  expect(rows.map(({ body }) => body)).toEqual(bodies.map(body => body.slice(0, 65_536)))
  expect(rows.filter(({ severity, type, message }) => severity !== 0 || type !== '' || message !== '')).toEqual([])
  await expectQueueNotBlocked(ingest)
})

/** Objects whose fields often are those that are read, with values that often are not of the type that is meant. */
const field = fc.constantFrom(
  ...[
    'level',
    'severity',
    'log',
    'log.level',
    'msg',
    'message',
    'trace_id',
    'trace',
    'span',
    'span_id',
    'err',
    'error',
  ],
  ...[
    'exception',
    'thrown',
    '@x',
    '@l',
    'exc_info',
    'stack',
    'stack_trace',
    'type',
    'name',
    'id',
    'context',
    'PRIORITY',
  ],
)
const { tree } = fc.letrec(tie => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(
        50,
        '50',
        'error',
        TRACE_ID,
        SPAN_ID,
        `${TRACE_ID}0`,
        'Error: x\n    at a',
        'Traceback \n  a\nE: b\n',
      ),
    ),
    fc.dictionary(fc.oneof(field, fc.string()), tie('tree'), { maxKeys: 6 }),
    fc.array(tie('tree'), { maxLength: 3 }),
  ),
}))
/** Without numbers that are as long as those of cards, which are masked. */
const withoutCards = (body: string) => body.replaceAll(/\d{13,}/g, digits => digits.slice(0, 12))
const text = fc.oneof(
  fc.dictionary(fc.oneof(field, fc.string()), tree).map(value => JSON.stringify(value)),
  fc.dictionary(field, tree).map(value => JSON.stringify(value, null, 1)),
  // The same key twice, or cut anywhere.
  fc.tuple(field, tree, tree).map(([key, a, b]) => `{"${key}":${JSON.stringify(a)},"${key}":${JSON.stringify(b)}}`),
  fc.tuple(fc.dictionary(field, tree), fc.nat(300)).map(([value, end]) => JSON.stringify(value).slice(0, end)),
  fc.string({ unit: 'binary' }).map(rest => `{${rest}`),
)

test('any body is stored once, and comes back as it was sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 60 }), async bodies => {
      const sent = bodies.map(body => withoutCards(body.toWellFormed()))
      const { service, rows } = await store(sent.map(stringValue => ({ body: { stringValue } })))
      expect(rows.map(({ body }) => body)).toEqual(sent)
      const [counted] = await ingest.query(
        'SELECT count() AS n, countIf(Severity > 24) AS odd FROM otel_logs WHERE ServiceName = {service:String}',
        { service },
      )
      expect(counted).toMatchObject({ n: sent.length, odd: 0 })
    }),
    runs(15),
  )
  await expectQueueNotBlocked(ingest)
})

/** A value as OTLP has it. */
function toAnyValue(value: unknown): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } }
  if (typeof value === 'object' && value !== null) {
    return { kvlistValue: { values: Object.entries(value).map(([key, inner]) => ({ key, value: toAnyValue(inner) })) } }
  }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value }
  return { stringValue: String(value) }
}
