import { type RecordTarget, sendRecord } from './send-record.ts'

/** A process that was restarted. */
export interface RestartReport {
  readonly name: string
  /** Completes "the engine …". */
  readonly reason: string
  /** Unix milliseconds. */
  readonly endedMs: number
}

/** Reports a restart; `/status` lists it (store/pipeline/list-restarts.sql). */
export function reportRestart(
  { name, reason, endedMs }: RestartReport,
  target: RecordTarget,
  stop: AbortSignal,
): Promise<void> {
  const record = {
    eventName: 'errata.process.restarted',
    atMs: endedMs,
    body: `Restarted the ${name}: it ${reason}`,
    attributes: { 'errata.restart.process': name, 'errata.restart.reason': reason },
  }
  return sendRecord(record, target, stop)
}
