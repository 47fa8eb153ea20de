import type { RequestListener } from 'node:http'
import { context, type Span, SpanKind, trace } from '@opentelemetry/api'
import { logs, SeverityNumber } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

/** Batches as ours: after a second, at most 512. */
const batches = { scheduledDelayMillis: 1_000, maxExportBatchSize: 512, maxQueueSize: 20_000 }

/** OpenTelemetry's own SDK without any instrumentation: the part of our cost that is not ours. */
export function startBareSdk(otlpUrl: string): void {
  new NodeSDK({
    autoDetectResources: false,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${otlpUrl}/v1/traces` }), batches)],
    logRecordProcessors: [
      new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${otlpUrl}/v1/logs` }), ...batches }),
    ],
    instrumentations: [],
  }).start()
}

/** The least that makes our five spans and our log line of a request, with their attributes; nothing is wrapped. */
export function recordBare(listener: RequestListener): RequestListener {
  const tracer = trace.getTracer('bare')
  const logger = logs.getLogger('bare')
  return (req, res) => {
    const span = tracer.startSpan('GET', { kind: SpanKind.SERVER })
    const path = req.url ?? ''
    span.setAttributes({
      'http.request.method': 'GET',
      'url.path': path,
      'url.scheme': 'http',
      'network.protocol.version': req.httpVersion,
      'server.address': '127.0.0.1',
      'server.port': 3_000,
    })
    const inRequest = trace.setSpan(context.active(), span)
    const transaction = {
      'errata.transaction.id': span.spanContext().spanId,
      'errata.transaction.route': '/shop/:category',
      'errata.transaction.status_code': 200,
    }
    const child = (name: string): Span =>
      tracer
        .startSpan(name, undefined, inRequest)
        .setAttributes({ 'errata.route.id': 'routes/products', ...transaction })
    const stream = child('render stream')
    res.once('close', () => {
      stream.end()
      const { statusCode } = res
      span.updateName('GET /shop/:category')
      span
        .setAttributes({ 'http.route': '/shop/:category', 'http.response.status_code': statusCode, ...transaction })
        .end()
    })
    context.with(inRequest, () => {
      for (const name of ['middleware', 'loader routes/products', 'render shell']) child(name).end()
      logger.emit({
        severityNumber: SeverityNumber.INFO,
        severityText: 'INFO',
        body: 'page asked for',
        attributes: { 'url.path': path, ...transaction },
      })
      listener(req, res)
    })
  }
}
