import { ROOT_CONTEXT } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { expect, inject, test } from 'vitest'
import { createEngineQuery } from '../../test/engine/query-engine.ts'
import { poll } from '../../test/poll.ts'
import { ExportQueue } from '../lib/server/export/export-queue.ts'

const { engine, otlpUrl } = inject('pipeline')

/** Numbers that OTLP/JSON has no form for, as the stock exporters write it. */
const awkward = { nan: Number.NaN, infinite: -Infinity, large: 1e300, list: [1.5, Number.NaN] }

function endSpans(service: string): ReadableSpan[] {
  const ended: ReadableSpan[] = []
  const processor = {
    onStart() {},
    onEnd: (span: ReadableSpan) => void ended.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const resource = resourceFromAttributes(
    { 'service.name': service },
    { schemaUrl: 'https://opentelemetry.io/schemas/1.44.0' },
  )
  const tracer = new BasicTracerProvider({ resource, spanProcessors: [processor] }).getTracer('test')
  tracer.startSpan('plain', { attributes: { whole: 7, part: 0.5, most: 2 ** 62 } }, ROOT_CONTEXT).end()
  const span = tracer.startSpan('awkward', { attributes: awkward }, ROOT_CONTEXT)
  span.addEvent('event', { nan: Number.NaN }).end()
  return ended
}

const exporter = () => new OTLPTraceExporter({ url: `${otlpUrl}/v1/traces` })

test('a number without a form in JSON costs neither its record nor the others', async () => {
  const lost: unknown[] = []
  const queue = new ExportQueue<ReadableSpan>('traces', exporter(), (...loss) => void lost.push(loss))
  for (const span of endSpans('awkward')) queue.add(span)
  await queue.shutdown()
  const stored = () =>
    createEngineQuery(engine)<{ name: string; attributes: Record<string, string>; event: string[] }>(
      `SELECT SpanName AS name, SpanAttributes AS attributes, arrayMap(a -> a['nan'], Events.Attributes) AS event FROM otel_traces
       WHERE ServiceName = 'awkward' ORDER BY SpanName`,
    )

  expect(await poll(stored, rows => rows.length > 1, 60_000)).toEqual([
    {
      name: 'awkward',
      attributes: { nan: 'NaN', infinite: '-Infinity', large: '1e+300', list: '[1.5,"NaN"]' },
      event: ['NaN'],
    },
    { name: 'plain', attributes: { whole: '7', part: '0.5', most: String(2 ** 62) }, event: [] },
  ])
  expect(lost).toEqual([])
})

test('the stock exporter alone is refused for it', async () => {
  const result = await new Promise<ExportResult>(resolve => exporter().export(endSpans('alone'), resolve))
  expect(result.code, 'the stock exporter has a form for such numbers by now: delete make-encodable.ts').toBe(
    ExportResultCode.FAILED,
  )
})
