import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OtlpHeaders } from './otlp-access.ts'
import { fetchText } from './watch-process.ts'

/** Where the supervisor's own records go. */
export interface RecordTarget {
  /** A Collector's OTLP/HTTP receiver, without a path. */
  readonly otlpUrl: string
  readonly headers: OtlpHeaders
  readonly version: string
}

/** Something that the supervisor did, for `/status`. */
export interface SupervisorRecord {
  readonly eventName: string
  /** Unix milliseconds. */
  readonly atMs: number
  readonly body: string
  readonly attributes: Readonly<Record<string, string>>
}

const AGAIN_MS = 5_000
const DEADLINE_MS = 10_000
const SEVERITY_WARN = 13

/**
 * Sends a log record of service `errata-stack`. The Collector itself may be what it is about, so it is sent again until a Collector has
 * accepted it, or `stop` is aborted.
 */
export async function sendRecord(
  record: SupervisorRecord,
  { otlpUrl, headers, version }: RecordTarget,
  stop: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(toOtlp(record, version))
  const send = async () => {
    // Without a token the Collector refuses the record, and it is sent again, with the token that there is then.
    const access = await headers().catch(() => ({}))
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...access }, body }
    return fetchText(`${otlpUrl}/v1/logs`, { ...request, signal: stop, deadlineMs: DEADLINE_MS })
  }
  while (!stop.aborted && (await send())?.status !== 200)
    await wait(AGAIN_MS, undefined, { signal: stop }).catch(() => {})
}

function toOtlp({ eventName, atMs, body, attributes }: SupervisorRecord, version: string): object {
  const resource = { attributes: attributesOf({ 'service.name': 'errata-stack', 'service.version': version }) }
  const record = {
    timeUnixNano: `${BigInt(Math.round(atMs)) * 1_000_000n}`,
    severityNumber: SEVERITY_WARN,
    severityText: 'WARN',
    eventName,
    body: { stringValue: body },
    attributes: attributesOf({ 'log.record.uid': randomUUID(), ...attributes }),
  }
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'errata.stack' }, logRecords: [record] }] }] }
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }))
