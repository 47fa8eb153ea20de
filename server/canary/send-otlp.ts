import { randomBytes } from 'node:crypto'
import type { DropSample } from './specimens.ts'

/** An item to send: a specimen in a trace of its own, or a plain span. */
export interface Item {
  readonly traceId: string
  /** The name of its span, the body of its log record. */
  readonly name: string
  readonly specimen?: DropSample
}

interface Target {
  /** A Collector's OTLP/HTTP receiver, without a path. */
  readonly otlpUrl: string
  readonly service: string
  readonly signal: AbortSignal
}

const SPAN_KIND_INTERNAL = 1
const SPAN_KIND_SERVER = 2
const SEVERITY_ERROR = 17

export const newTraceId = () => randomBytes(16).toString('hex')

/**
 * Sends items with the current time.
 *
 * @returns Why they were not accepted, all or in part; `undefined` when they were.
 */
export async function sendOtlp(
  items: readonly Item[],
  { otlpUrl, service, signal }: Target,
): Promise<string | undefined> {
  const nowNs = String(BigInt(Date.now()) * 1_000_000n)
  const resource = { attributes: attributesOf({ 'service.name': service }) }
  const scope = { name: 'errata.canary' }
  const logRecords = items.filter(isLog).map(item => logOf(item, nowNs))
  const spans = items.filter(item => !isLog(item)).map(item => spanOf(item, nowNs))
  const send = (path: string, made: readonly object[], body: object) =>
    made.length === 0 ? undefined : post(`${otlpUrl}/v1/${path}`, body, signal)
  const refusals = await Promise.all([
    send('traces', spans, { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
    send('logs', logRecords, { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] }),
  ])
  return refusals.find(refusal => refusal !== undefined)
}

const isLog = ({ specimen }: Item) => specimen?.shape === 'log'

function spanOf({ traceId, name, specimen }: Item, nowNs: string): object {
  const isEvent = specimen?.shape === 'event'
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name,
    kind: specimen?.shape === 'span' ? SPAN_KIND_SERVER : SPAN_KIND_INTERNAL,
    startTimeUnixNano: nowNs,
    endTimeUnixNano: nowNs,
    attributes: isEvent ? [] : attributesOf(specimen?.attributes ?? {}),
    events: isEvent ? [{ name: 'exception', timeUnixNano: nowNs, attributes: attributesOf(specimen.attributes) }] : [],
  }
}

function logOf({ traceId, name, specimen }: Item, nowNs: string): object {
  return {
    traceId,
    timeUnixNano: nowNs,
    severityNumber: SEVERITY_ERROR,
    severityText: 'ERROR',
    eventName: 'exception',
    body: { stringValue: name },
    attributes: attributesOf(specimen?.attributes ?? {}),
  }
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }))

async function post(url: string, body: object, signal: AbortSignal): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
    const text = await response.text()
    if (response.ok) return text.includes('rejected') ? `it accepted only a part: ${text.slice(0, 200)}` : undefined
    return `it answers ${response.status}`
  } catch (error) {
    if (signal.aborted && signal.reason?.name !== 'TimeoutError') throw error
    return reasonOf(error)
  }
}

/** `fetch` says "fetch failed", and why it did in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return 'it does not answer in time'
  return 'code' in cause && typeof cause.code === 'string' ? `it cannot be reached: ${cause.code}` : cause.message
}
