import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchText } from './watch-process.ts'

/** A process that was restarted. */
export interface RestartReport {
  readonly name: string
  /** Completes "the engine …". */
  readonly reason: string
  /** Unix milliseconds. */
  readonly endedMs: number
}

interface Target {
  /** A Collector's OTLP/HTTP receiver, without a path. */
  readonly otlpUrl: string
  readonly version: string
}

const AGAIN_MS = 5_000
const DEADLINE_MS = 10_000
const SEVERITY_WARN = 13

/**
 * Sends a restart as a log record of service `errata-stack`; `/status` lists it (store/pipeline/list-restarts.sql). The restarted process
 * may be the Collector, so it is sent again until a Collector has accepted it, or `stop` is aborted.
 */
export async function reportRestart(
  restart: RestartReport,
  { otlpUrl, version }: Target,
  stop: AbortSignal,
): Promise<void> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recordOf(restart, version)),
    signal: stop,
    deadlineMs: DEADLINE_MS,
  }
  while (!stop.aborted && (await fetchText(`${otlpUrl}/v1/logs`, request))?.status !== 200)
    await wait(AGAIN_MS, undefined, { signal: stop }).catch(() => {})
}

function recordOf({ name, reason, endedMs }: RestartReport, version: string): object {
  const resource = { attributes: attributesOf({ 'service.name': 'errata-stack', 'service.version': version }) }
  const record = {
    timeUnixNano: `${BigInt(Math.round(endedMs)) * 1_000_000n}`,
    severityNumber: SEVERITY_WARN,
    severityText: 'WARN',
    eventName: 'errata.process.restarted',
    body: { stringValue: `Restarted the ${name}: it ${reason}` },
    attributes: attributesOf({
      'log.record.uid': randomUUID(),
      'errata.restart.process': name,
      'errata.restart.reason': reason,
    }),
  }
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'errata.stack' }, logRecords: [record] }] }] }
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }))
