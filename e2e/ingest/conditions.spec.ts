import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { CORPUS_CONDITIONS, CORPUS_RECORDS, type CorpusRecord } from '../../test/collector/condition-corpus.ts'
import { attributes, deliverOtlp, nowNs } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'

/** The real Collector marks, instead of drops, the records that each condition of the corpus matches; the result must equal the corpus. */

const folder = mkdtempSync(join(tmpdir(), 'errata-conditions-'))
let ingest: IngestPipeline
/** Numbers of the matching conditions, by record. */
let taken: Map<string, Set<number>>

const config = readFileSync(join(import.meta.dirname, '../../collector-config.yaml'), 'utf8')
/** As in the file: a quoted YAML text with an anchor, or what would be pasted there. */
const quoted = CORPUS_CONDITIONS.map(({ text }) =>
  text.startsWith('*')
    ? (new RegExp(`&${text.slice(1)} ('.*')$`, 'm').exec(config)?.[1] ?? '')
    : `'${text.replaceAll("'", "''").replaceAll('$', '$$$$')}'`,
)

const shapeOf = (text: string) =>
  /^\*.*-log$|log\./.test(text) ? 'log' : /^\*.*-event$|spanevent\./.test(text) ? 'spanevent' : 'span'

/** One group for each condition. */
const groups = (shapes: readonly string[]) =>
  CORPUS_CONDITIONS.flatMap(({ text }, i) =>
    shapes.includes(shapeOf(text))
      ? [
          `      - conditions: [${quoted[i]}]\n        statements: ['set(${shapeOf(text)}.attributes["took.${i}"], "yes")']\n`,
        ]
      : [],
  )

beforeAll(async () => {
  const overlay = join(folder, 'corpus.yaml')
  const pipeline = { processors: ['transform/corpus'] }
  const statements = `    trace_statements:\n${groups(['span', 'spanevent']).join('')}    log_statements:\n${groups(['log']).join('')}`
  const service = stringify({ service: { pipelines: { traces: pipeline, logs: pipeline } } })
  writeFileSync(overlay, `processors:\n  transform/corpus:\n    error_mode: propagate\n${statements}${service}`)
  ingest = await openIngest({ configs: [overlay] })
  await send()
  taken = await poll(marks, found => found.size === CORPUS_RECORDS.length)
})
afterAll(async () => {
  await ingest?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test.each(CORPUS_CONDITIONS.map(({ text, takes }, i) => ({ text, takes, i })))('$text', ({ takes, i }) => {
  const names = [...taken].filter(([, by]) => by.has(i)).map(([name]) => name)
  expect(names.toSorted()).toEqual([...takes].toSorted())
})

const kinds = { Internal: 1, Server: 2, Client: 3 }

async function send(): Promise<void> {
  const run = randomUUID()
  const resource = (more: CorpusRecord['resource']) => ({ attributes: attributes({ 'service.name': run, ...more }) })
  const attributesOf = ({ attributes: own, name }: CorpusRecord) => attributes({ ...own, record: name })
  const of = (shapes: readonly string[]) => CORPUS_RECORDS.filter(({ shape }) => shapes.includes(shape))
  const resourceLogs = of(['log']).map(one => ({
    resource: resource(one.resource),
    scopeLogs: [{ logRecords: [{ timeUnixNano: nowNs(), attributes: attributesOf(one) }] }],
  }))
  const resourceSpans = of(['span', 'spanevent']).map(one => {
    const called = one.called ?? 'corpus'
    const isEvent = one.shape === 'spanevent'
    const span = {
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      name: isEvent ? 'holds an event' : called,
      kind: kinds[one.kind ?? 'Internal'],
      startTimeUnixNano: nowNs(1_000),
      endTimeUnixNano: nowNs(),
      attributes: isEvent ? attributes({ holds: 'events' }) : attributesOf(one),
      events: isEvent ? [{ timeUnixNano: nowNs(), name: called, attributes: attributesOf(one) }] : [],
    }
    return { resource: resource(one.resource), scopeSpans: [{ spans: [span] }] }
  })
  const { httpUrl: url } = ingest.otelcol
  await deliverOtlp({ url, signal: 'logs', body: { resourceLogs } })
  await deliverOtlp({ url, signal: 'traces', body: { resourceSpans } })
}

async function marks(): Promise<Map<string, Set<number>>> {
  const rows = await ingest.query(
    `SELECT said['record'] AS record, arrayFilter(key -> startsWith(key, 'took.'), mapKeys(said)) AS took FROM (
      SELECT LogAttributes AS said FROM otel_logs
      UNION ALL SELECT SpanAttributes FROM otel_traces WHERE SpanAttributes['holds'] = ''
      UNION ALL SELECT arrayJoin(\`Events.Attributes\`) FROM otel_traces WHERE SpanAttributes['holds'] != ''
    ) WHERE record != ''`,
  )
  return new Map(
    rows.map(({ record, took }) => [String(record), new Set([took].flat().map(key => Number(String(key).slice(5))))]),
  )
}
