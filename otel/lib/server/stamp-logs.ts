import { randomUUID } from 'node:crypto'
import { type Context, context } from '@opentelemetry/api'
import type { LogRecordProcessor, SdkLogRecord } from '@opentelemetry/sdk-logs'
import { guard } from '../guard.ts'
import {
  ATTR_ERRATA_TRANSACTION_ID,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_LOG_RECORD_UID,
  ATTR_USER_ID,
} from '../semconv.ts'
import { transactionOf } from './transaction.ts'

/** Gives every log record an identity and the transaction it was made in. Logs are never held. */
export class LogStamper implements LogRecordProcessor {
  onEmit(record: SdkLogRecord, emitContext?: Context): void {
    guard('stamp of a log', () => {
      record.setAttribute(ATTR_LOG_RECORD_UID, randomUUID())
      const transaction = transactionOf(emitContext ?? context.active())
      if (transaction === undefined) return
      record.setAttribute(ATTR_ERRATA_TRANSACTION_ID, transaction.id)
      const route = transaction.route ?? transaction.pattern
      if (route !== undefined) record.setAttribute(ATTR_ERRATA_TRANSACTION_ROUTE, route)
      if (transaction.userId !== undefined) record.setAttribute(ATTR_USER_ID, transaction.userId)
    })
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}

/** Sees each log record last; may change its attributes; false keeps it from being sent. */
export type LogFilter = (record: SdkLogRecord) => boolean

/** Asks the app before a log record is queued. */
export class FilteredLogs implements LogRecordProcessor {
  readonly #next: LogRecordProcessor
  readonly #keep: LogFilter

  constructor(next: LogRecordProcessor, keep: LogFilter) {
    this.#next = next
    this.#keep = keep
  }

  onEmit(record: SdkLogRecord, emitContext?: Context): void {
    if (guard('beforeSendLog', () => this.#keep(record)) !== false) this.#next.onEmit(record, emitContext)
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown()
  }
}
