import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { logs } from '@opentelemetry/api-logs'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { exceptionRecorder } from '../../otel/lib/server/errors/record-exception.ts'
import { openTransaction, withTransaction } from '../../otel/lib/server/requests/transaction.ts'
import { TransactionProcessor } from '../../otel/lib/server/requests/transaction-processor.ts'

/** An exception recorder before the SDK, and requests to fail. Call `close` after the last test. */
export function openExceptionRecorder() {
  const exporter = new InMemoryLogRecordExporter()
  logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] }))
  const lines: string[] = []
  const { recordException, recordLogged } = exceptionRecorder({ name: 'test', version: '1' }, (level, { message }) =>
    lines.push(`${level} ${message}`),
  )
  const processor = new TransactionProcessor(new SimpleSpanProcessor(new InMemorySpanExporter()), {
    recordLoss() {},
    recordUnannotated() {},
  })
  const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('test')
  return {
    recordException,
    recordLogged,
    /** Console output. */
    lines,
    /** Sent records. */
    recorded: () => exporter.getFinishedLogRecords(),
    /** A request with a failing span in it. */
    request() {
      const transaction = openTransaction(true)
      const root = tracer.startSpan('GET', {}, withTransaction(ROOT_CONTEXT, transaction))
      const at = trace.setSpan(withTransaction(ROOT_CONTEXT, transaction), root)
      const span = tracer.startSpan('loader', {}, at)
      const site = { outcome: 'unhandled', context: trace.setSpan(at, span), routeId: 'routes/shop' } as const
      return { transaction, root, span, site }
    },
    forget() {
      exporter.reset()
      lines.length = 0
    },
    close: () => logs.disable(),
  }
}
