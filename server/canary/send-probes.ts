import { randomBytes } from 'node:crypto'
import type { Probe } from './probes.ts'

/** A trace to send: a probe, or the canary's plain span. */
export interface OutgoingTrace {
  readonly traceId: string
  /** Name of the span, or body of the log record. */
  readonly name: string
  readonly probe?: Probe
}

/** Where probes are sent. */
export interface ProbeTarget {
  /** A Collector's OTLP/HTTP receiver, without a path. */
  readonly otlpUrl: string
  /** Headers of each request. @default none */
  readonly headers?: (() => Promise<Readonly<Record<string, string>>>) | undefined
  readonly service: string
  readonly signal: AbortSignal
}

const SPAN_KIND_INTERNAL = 1
const SPAN_KIND_SERVER = 2
const SEVERITY_ERROR = 17

export const newTraceId = () => randomBytes(16).toString('hex')

/**
 * Sends spans and log records with the current time.
 *
 * @returns Why the Collector rejected some or all of them; `undefined` if it accepted all.
 */
export async function sendProbes(
  items: readonly OutgoingTrace[],
  { otlpUrl, headers, service, signal }: ProbeTarget,
): Promise<string | undefined> {
  const nowNs = String(BigInt(Date.now()) * 1_000_000n)
  const resource = { attributes: attributesOf({ 'service.name': service }) }
  const scope = { name: 'errata.canary' }
  const logRecords = items.filter(isLog).map(item => logOf(item, nowNs))
  const spans = items.filter(item => !isLog(item)).map(item => spanOf(item, nowNs))
  const send = (path: string, records: readonly object[], body: object) =>
    records.length === 0 ? undefined : post(`${otlpUrl}/v1/${path}`, body, { headers, signal })
  const refusals = await Promise.all([
    send('traces', spans, { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
    send('logs', logRecords, { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] }),
  ])
  return refusals.find(refusal => refusal !== undefined)
}

const isLog = ({ probe }: OutgoingTrace) => probe?.shape === 'log'

function spanOf({ traceId, name, probe }: OutgoingTrace, nowNs: string): object {
  const isEvent = probe?.shape === 'event'
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name,
    kind: probe?.shape === 'span' ? SPAN_KIND_SERVER : SPAN_KIND_INTERNAL,
    startTimeUnixNano: nowNs,
    endTimeUnixNano: nowNs,
    attributes: isEvent ? [] : attributesOf(probe?.attributes ?? {}),
    events: isEvent ? [{ name: 'exception', timeUnixNano: nowNs, attributes: attributesOf(probe.attributes) }] : [],
  }
}

function logOf({ traceId, name, probe }: OutgoingTrace, nowNs: string): object {
  return {
    traceId,
    timeUnixNano: nowNs,
    severityNumber: SEVERITY_ERROR,
    severityText: 'ERROR',
    eventName: 'exception',
    body: { stringValue: name },
    attributes: attributesOf(probe?.attributes ?? {}),
  }
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }))

async function post(
  url: string,
  body: object,
  { headers: given, signal }: Pick<ProbeTarget, 'headers' | 'signal'>,
): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json', ...(await given?.()) }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
    const text = await response.text()
    if (response.ok) return text.includes('rejected') ? `partially rejected: ${text.slice(0, 200)}` : undefined
    return `HTTP ${response.status}`
  } catch (error) {
    if (signal.aborted && signal.reason?.name !== 'TimeoutError') throw error
    return reasonOf(error)
  }
}

/** The message of fetch is always "fetch failed"; the reason is in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return 'no response in time'
  return 'code' in cause && typeof cause.code === 'string' ? `connection failed: ${cause.code}` : cause.message
}
