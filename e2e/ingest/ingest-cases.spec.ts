import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverOtlp, type Encoding } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, openIngest, scrapeMetrics, sumMetric } from './open-ingest.ts'
import { buildCaseRequests, type IngestCase, readCases } from './read-case.ts'

/** Every case is sent four ways: as JSON and as protobuf, through the services' and the browsers' receiver. */
const ways = (['json', 'protobuf'] as const).flatMap(encoding =>
  (['services', 'browsers'] as const).map(receiver => ({ encoding, receiver })),
)
const cases = readCases()
const sent = new Map<string, { run: string; requests: Record<string, number>; counted: Record<string, number> }>()
let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
  for (const one of cases) for (const { encoding, receiver } of ways) await send(one, encoding, receiver)
})

afterAll(() => ingest[Symbol.asyncDispose]())

describe.each(cases)('$name', one => {
  test.each(ways)('what stays is there and nothing else, as $encoding by the receiver of $receiver', async way => {
    const { run, requests } = sentBy(one, way.encoding, way.receiver)
    const table = { traces: 'otel_traces', logs: 'otel_logs' }
    for (const [signal, wanted] of Object.entries(requests)) {
      const sql = `SELECT count() AS there FROM ${table[signal as keyof typeof table]} WHERE ResourceAttributes['test.run'] = {run:String}`
      await poll(
        () => ingest.query(sql, { run: `${run}/last` }),
        ([row]) => Number(row?.['there']) >= wanted,
      )
    }
    expect(await ingest.query(one.rowsSql, { run })).toEqual(one.rows)
  })

  test.each(ways)('its rule alone counts what it dropped, as $encoding by the receiver of $receiver', way => {
    const { counted } = sentBy(one, way.encoding, way.receiver)
    expect(counted).toEqual({ ...noneCounted, [one.rule]: one.filtered })
  })
})

const rules = ['cross-origin-script-error', 'resize-observer-loop', 'health-check', 'not-found'].map(
  name => `filter/${name}`,
)
const noneCounted = Object.fromEntries(rules.map(rule => [rule, 0]))

/** Processors run before the response, so the counters have changed once all requests are answered. */
async function send(one: IngestCase, encoding: Encoding, receiver: 'services' | 'browsers'): Promise<void> {
  const run = randomUUID()
  const { httpUrl, browserUrl, metricsUrl } = ingest.otelcol
  const before = await filtered(metricsUrl)
  const requests: Record<string, number> = {}
  for (const { signal, body } of buildCaseRequests(one, run)) {
    await deliverOtlp({ url: receiver === 'services' ? httpUrl : browserUrl, signal, body, encoding })
    requests[signal] = (requests[signal] ?? 0) + 1
  }
  const after = await filtered(metricsUrl)
  const counted = Object.fromEntries(rules.map(rule => [rule, (after[rule] ?? 0) - (before[rule] ?? 0)]))
  sent.set(`${one.name} ${encoding} ${receiver}`, { run, requests, counted })
}

async function filtered(metricsUrl: string): Promise<Record<string, number>> {
  const counters = await scrapeMetrics(metricsUrl)
  return Object.fromEntries(
    rules.map(rule => {
      const label = `filter="${rule}"`
      const spans = sumMetric(counters, 'otelcol_processor_filter_spans_filtered', label)
      return [rule, spans + sumMetric(counters, 'otelcol_processor_filter_logs_filtered', label)]
    }),
  )
}

function sentBy(one: IngestCase, encoding: Encoding, receiver: string) {
  const found = sent.get(`${one.name} ${encoding} ${receiver}`)
  if (found === undefined) throw new Error(`${one.name} was not sent`)
  return found
}
