import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { logs } from '@opentelemetry/api-logs'
import { LoggerProvider } from '@opentelemetry/sdk-logs'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { openTransaction } from '../requests/transaction.ts'
import {
  apiLogsGlobalKey,
  keepFromExport,
  mutableAttributesOf,
  removeEvents,
  setTransactionOfSpan,
  transactionOfSpan,
} from './contract.ts'

// Canaries: each message says what to change in contract.ts, or to delete, when the SDK has changed.

/** One span through a processor that does at its start and end what it is told. */
function endSpan(atStart: (span: Span) => void, atEnd: (span: ReadableSpan) => void) {
  const exporter = new InMemorySpanExporter()
  const exporting = new SimpleSpanProcessor(exporter)
  const processor: SpanProcessor = {
    onStart: atStart,
    onEnd(span) {
      atEnd(span)
      exporting.onEnd(span)
    },
    forceFlush: () => exporting.forceFlush(),
    shutdown: () => exporting.shutdown(),
  }
  const provider = new BasicTracerProvider({ spanProcessors: [processor] })
  const span = provider.getTracer('test').startSpan('work', {}, ROOT_CONTEXT)
  const inContext = trace.getSpan(trace.setSpan(ROOT_CONTEXT, span))
  span.addEvent('exception').addEvent('kept')
  span.end()
  return { inContext, exported: exporter.getFinishedSpans()[0] }
}

test('a span is one object at its start, in its context and at its end', () => {
  const transaction = openTransaction(false)
  let atEnd: unknown
  const { inContext } = endSpan(
    span => setTransactionOfSpan(span, transaction),
    ended => {
      atEnd = transactionOfSpan(ended)
    },
  )
  const advice = 'the SDK hands out different objects for one span: remember transactions in a Map by span id'
  expect(inContext && transactionOfSpan(inContext), advice).toBe(transaction)
  expect(atEnd, advice).toBe(transaction)
})

test('what is written onto an ended span is exported', () => {
  const { exported } = endSpan(
    () => {},
    ended => {
      mutableAttributesOf(ended)['late'] = true
      removeEvents(ended, name => name === 'exception')
    },
  )
  const advice = 'an ended span is frozen or copied: use onEnding, which may still write, or export a copy'
  expect(exported?.attributes['late'], advice).toBe(true)
  expect(
    exported?.events.map(({ name }) => name),
    advice,
  ).toEqual(['kept'])
})

test('a span that is no longer sampled is not exported', () => {
  const { exported } = endSpan(keepFromExport, () => {})
  expect(exported, 'spanContext() hands out a copy: discard the span in errataSpanProcessor alone').toBeUndefined()
})

test('a registered provider of logs is known by its key', () => {
  const before = apiLogsGlobalKey in globalThis
  logs.setGlobalLoggerProvider(new LoggerProvider())
  const advice =
    'api-logs keeps its provider elsewhere: change apiLogsGlobalKey in contract.ts, or exceptions are lost beside an SDK of line 2'
  expect([before, apiLogsGlobalKey in globalThis], advice).toEqual([false, true])
  logs.disable()
})
