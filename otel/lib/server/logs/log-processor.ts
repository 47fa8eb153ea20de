import { type Context, context, type HrTime, type SpanContext } from '@opentelemetry/api'
import type { LogAttributes, SeverityNumber } from '@opentelemetry/api-logs'
import type { InstrumentationScope } from '@opentelemetry/core'
import { emptyResource, type Resource } from '@opentelemetry/resources'
import type { LogRecordProcessor, ReadableLogRecord } from '@opentelemetry/sdk-logs'
import {
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_EXCEPTION_TYPE,
} from '@opentelemetry/semantic-conventions'
import { diagnoseOnce, guard } from '../../guard.ts'
import {
  ATTR_ERRATA_TRANSACTION_ID,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_LOG_RECORD_UID,
  ATTR_USER_ID,
} from '../../semconv.ts'
import { waitFor } from '../../wait-for.ts'
import type { LoggedError } from '../errors/record-exception.ts'
import type { ExportQueue } from '../export/export-queue.ts'
import type { RecordLoss } from '../export/record-loss.ts'
import { transactionOf } from '../requests/transaction.ts'
import { randomIds } from '../sdk/random-ids.ts'
import { type ExceptionAttributes, mapExceptions } from '../stacks/map-exceptions.ts'
import type { StackMapper } from '../stacks/stack-mapper.ts'

/** Called last for each log record; may change its attributes; false or an exception drops it. */
export type LogFilter = (
  record: Pick<ReadableLogRecord, 'eventName' | 'severityText' | 'body' | 'attributes'>,
) => boolean

/** A line of the logger. */
export interface LogLine {
  readonly severityNumber: SeverityNumber
  readonly severityText: string
  readonly body: string
  readonly attributes: LogAttributes
  readonly spanContext?: SpanContext
}

export interface LogProcessor extends LogRecordProcessor {
  /** Adds a line written now, in the active context, bypassing the SDK, whose records cost three times as much. */
  add(line: LogLine): void
}

/** Milliseconds that mapping an exception's stack may delay the end of a process. */
const maxMappingMsAtExit = 500

/**
 * Gives every log record an identity and its transaction, maps the stack of an exception, calls the app's filter, and queues it. Only
 * exceptions are held; if one is reported again meanwhile, such as a warning whose error is thrown, only the last version is sent.
 */
export function processLogs(options: {
  readonly queue: Pick<ExportQueue<ReadableLogRecord>, 'add' | 'forceFlush' | 'shutdown'>
  /** Resource of lines passed to `add`. */
  readonly resource?: Resource
  readonly scope: InstrumentationScope
  readonly beforeSend: LogFilter | undefined
  readonly recordLoss: RecordLoss
  /** Turns a line with a written error into an exception. */
  readonly recordLogged: (record: LoggedError, at: Context) => void
  readonly mapper: StackMapper
}): LogProcessor {
  const { queue, resource = emptyResource(), scope, beforeSend, recordLoss, recordLogged, mapper } = options
  /** By identity. */
  const held = new Map<unknown, { readonly record: ReadableLogRecord; readonly mapped: Promise<void> }>()
  const identityOf = ({ attributes }: ReadableLogRecord) => attributes[ATTR_LOG_RECORD_UID]

  const take = (record: ReadableLogRecord, at: Context) => {
    const { attributes } = record
    annotate(attributes, at)
    if (ATTR_EXCEPTION_TYPE in attributes || ATTR_EXCEPTION_MESSAGE in attributes) {
      guard('logged error', () => recordLogged(record, at))
    }
    if (attributes[ATTR_EXCEPTION_STACKTRACE] === undefined) send(record)
    else hold(record)
  }
  const send = (record: ReadableLogRecord) => {
    const isKept = beforeSend === undefined || guard('beforeSendLog', () => beforeSend(record) !== false)
    // After an exception the record is not scrubbed.
    if (isKept === undefined) recordLoss('logs', 'before_send_failed', 1)
    if (isKept) queue.add(record)
  }
  const release = (record: ReadableLogRecord) => {
    if (held.get(identityOf(record))?.record !== record) return
    held.delete(identityOf(record))
    guard('log record', () => send(record))
  }
  const hold = (record: ReadableLogRecord) => {
    const mapped = mapExceptions([textsIn(record.attributes)], { side: 'server' }, mapper)
      .catch(error => diagnoseOnce('stack of an exception', error))
      .then(() => release(record))
    held.set(identityOf(record), { record, mapped })
  }
  /** For a process that ends, maybe because of this error: what is not mapped soon is sent as it is. */
  const releaseAll = async () => {
    if (held.size === 0) return
    await waitFor(Promise.all([...held.values()].map(({ mapped }) => mapped)), maxMappingMsAtExit)
    for (const { record } of held.values()) release(record)
  }

  return {
    add(line) {
      const nowMs = Date.now()
      const hrTime: HrTime = [Math.floor(nowMs / 1_000), (nowMs % 1_000) * 1e6]
      const made = {
        ...line,
        hrTime,
        hrTimeObserved: hrTime,
        resource,
        instrumentationScope: scope,
        droppedAttributesCount: 0,
      }
      take(made, context.active())
    },
    onEmit(record, emitContext) {
      guard('log record', () => take(record, emitContext ?? context.active()))
    },
    async forceFlush() {
      await releaseAll()
      await queue.forceFlush()
    },
    async shutdown() {
      await releaseAll()
      await queue.shutdown()
    },
  }
}

function textsIn(attributes: LogAttributes): ExceptionAttributes {
  return {
    get(name) {
      const value = attributes[name]
      return typeof value === 'string' ? value : undefined
    },
    set(name, text) {
      attributes[name] = text
    },
  }
}

function annotate(attributes: LogAttributes, at: Context): void {
  attributes[ATTR_LOG_RECORD_UID] ??= randomIds.generateTraceId()
  const transaction = transactionOf(at)
  if (transaction === undefined) return
  attributes[ATTR_ERRATA_TRANSACTION_ID] = transaction.id
  const route = transaction.route ?? transaction.pattern
  if (route !== undefined) attributes[ATTR_ERRATA_TRANSACTION_ROUTE] = route
  if (transaction.userId !== undefined) attributes[ATTR_USER_ID] = transaction.userId
}
