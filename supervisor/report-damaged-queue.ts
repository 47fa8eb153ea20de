import { type RecordTarget, sendRecord } from './send-record.ts'

/** A file of the Collector's queue that was moved aside before a start (collector/guard-queue.ts). */
export interface DamagedQueueReport {
  readonly name: string
  readonly bytes: number
  /** Completes "it is damaged: …". */
  readonly fault: string
  readonly movedTo: string
}

/** Reports a damaged file; `/status` names it (store/pipeline/list-damaged-queues.sql). */
export function reportDamagedQueue(file: DamagedQueueReport, target: RecordTarget, stop: AbortSignal): Promise<void> {
  const record = {
    eventName: 'errata.queue.damaged',
    atMs: Date.now(),
    body: describeDamagedQueue(file),
    attributes: {
      'errata.queue.file': file.name,
      'errata.queue.bytes': `${file.bytes}`,
      'errata.queue.fault': file.fault,
      'errata.queue.moved_to': file.movedTo,
    },
  }
  return sendRecord(record, target, stop)
}

/** The sentence for the console. */
export function describeDamagedQueue({ name, bytes, fault, movedTo }: DamagedQueueReport): string {
  return `The Collector's queue ${name} (${bytes} bytes) is damaged: ${fault}. It was moved to ${movedTo}; telemetry that it held is not stored.`
}
