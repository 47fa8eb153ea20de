import { type Context, context, type HrTime, trace } from '@opentelemetry/api'
import type { LogAttributes, SeverityNumber } from '@opentelemetry/api-logs'
import type { InstrumentationScope } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import type { LogRecordProcessor, SdkLogRecord } from '@opentelemetry/sdk-logs'
import { RandomIdGenerator } from '@opentelemetry/sdk-trace-base'
import { guard } from '../guard.ts'
import {
  ATTR_ERRATA_TRANSACTION_ID,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_LOG_RECORD_UID,
  ATTR_USER_ID,
} from '../semconv.ts'
import { logJson, type OtlpLog } from './otlp-json.ts'
import type { OtlpQueue } from './otlp-queue.ts'
import { transactionOf } from './transaction.ts'

/** Sees each log record last; may change its attributes; false keeps it from being sent. */
export type LogFilter = (record: Pick<OtlpLog, 'eventName' | 'severityText' | 'body' | 'attributes'>) => boolean

/** A line of the logger. */
export interface LogLine {
  readonly severityNumber: SeverityNumber
  readonly severityText: string
  readonly body: string
  readonly attributes: LogAttributes
}

const ids = new RandomIdGenerator()

/**
 * Gives every log record an identity and the transaction it was made in, asks the app, and writes it into the queue. Logs are
 * never held. The logger's own lines come past the SDK, whose records cost three times as much.
 */
export class LogQueue implements LogRecordProcessor {
  readonly #queue: OtlpQueue
  readonly #resource: Resource
  readonly #scope: InstrumentationScope
  readonly #keep: LogFilter | undefined

  constructor(queue: OtlpQueue, resource: Resource, scope: InstrumentationScope, keep: LogFilter | undefined) {
    this.#queue = queue
    this.#resource = resource
    this.#scope = scope
    this.#keep = keep
  }

  /** Takes a line that was written now, in the active context. */
  add(line: LogLine): void {
    const active = context.active()
    const nowMs = Date.now()
    const hrTime: HrTime = [Math.floor(nowMs / 1_000), (nowMs % 1_000) * 1e6]
    const spanContext = trace.getSpanContext(active)
    const isInTrace = spanContext !== undefined && trace.isSpanContextValid(spanContext)
    this.#take(
      { ...line, hrTime, spanContext: isInTrace ? spanContext : undefined },
      this.#resource,
      this.#scope,
      active,
    )
  }

  onEmit(record: SdkLogRecord, emitContext?: Context): void {
    guard('log record', () =>
      this.#take(record, record.resource, record.instrumentationScope, emitContext ?? context.active()),
    )
  }

  forceFlush(): Promise<void> {
    return this.#queue.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#queue.shutdown()
  }

  #take(record: OtlpLog, resource: Resource, scope: InstrumentationScope, at: Context): void {
    stamp(record.attributes, at)
    const keep = this.#keep
    if (keep !== undefined && guard('beforeSendLog', () => keep(record)) === false) return
    this.#queue.add(resource, scope, logJson(record))
  }
}

function stamp(attributes: LogAttributes, at: Context): void {
  attributes[ATTR_LOG_RECORD_UID] = ids.generateTraceId()
  const transaction = transactionOf(at)
  if (transaction === undefined) return
  attributes[ATTR_ERRATA_TRANSACTION_ID] = transaction.id
  const route = transaction.route ?? transaction.pattern
  if (route !== undefined) attributes[ATTR_ERRATA_TRANSACTION_ROUTE] = route
  if (transaction.userId !== undefined) attributes[ATTR_USER_ID] = transaction.userId
}
