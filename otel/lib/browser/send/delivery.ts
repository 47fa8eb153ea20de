import { envelope, type Signal } from '../entry/otlp-json.ts'
import { packed, utf8 } from './gzip.ts'

export interface DeliveryOptions {
  /** Where `/v1/traces` and `/v1/logs` are below, as `/otlp`. */
  readonly endpoint: string
  /** The resource as OTLP/JSON text; asked for each batch, since consent may have changed. */
  readonly resource: () => string
  /** The browser's own `fetch`, which makes no span. */
  readonly fetch: typeof fetch
  /** Called with how many records had to be given up since its last call: once an answer is good again, and when the page goes away. */
  readonly onDrop: (count: number, what: `${DropReason} ${Signal}`) => void
  /** Counts each record that is not kept back by an empty text, whatever becomes of it. */
  readonly made: Record<`errata.telemetry.${Signal}`, number>
  /** Called before everything is handed over, where there is more of it than the last time. When what it pushes is encoded, `made` counts all of it. */
  readonly onMade: () => void
}

/**
 * `failed` for a record of which `beforeSend` threw, or which it made unfit for sending; `page_gone` for what a page that went away had to leave to
 * chance, because it exceeds what a browser lets outlive a page.
 */
export type DropReason = 'failed' | 'page_gone' | 'queue_full' | 'rejected' | 'retries_exhausted'

export interface Delivery {
  /**
   * Takes a record; it is turned into OTLP/JSON text only when its batch is made, a moment later. Of an empty text nothing is
   * sent; undefined counts as lost.
   */
  push(signal: Signal, encode: () => string | undefined): void
  /**
   * Hands everything to the browser now, since the page may not come back: errors first, within the budget of keepalive.
   *
   * @param isLeaving The page goes away: what exceeds that budget counts as lost.
   */
  flush(isLeaving?: boolean): Promise<void>
}

interface Batch {
  readonly signal: Signal
  readonly count: number
  /** Text until it is packed; a page that goes away sends what it has. */
  body: string | Blob
  bytes: number
  attempts: number
  /** Requests with it that have no answer yet. */
  sending: number
  /** Whether its last request outlives the page. */
  keepalive?: boolean
  /** When it was handed to the browser last, Unix milliseconds. */
  sentAtMs: number
}

type Timer = ReturnType<typeof setTimeout>

const batchRecords = 40
/** The receiver takes 64 KiB unpacked. */
const batchBytes = 48_000
/** Of each text in a record that alone exceeds a batch. */
const textChars = 1_500
const delayMs = { logs: 250, traces: 1_500 } as const
/** Browsers let a page have 64 KiB in flight that outlive it, Chromium nine requests. Two more than these are for what is said last, which is little. */
const keepaliveBytes = 60_000
const keepaliveRequests = 7
const fewBytes = 2_000
const waitingBytes = 512_000
const attemptLimit = 6
/** More microtasks than Chromium needs to compress a batch. */
const packingTurns = 200
/** A request that a closing page has handed over is not handed over again, though its answer never comes. */
const handedOverMs = 3_000

/**
 * Sends records in small batches, compressed. What could not be sent is retried with growing pauses, or when the server
 * says; what exceeds the bounded queue is dropped, oldest spans first, and counted.
 */
export function startDelivery({ endpoint, resource, fetch, onDrop, made, onMade }: DeliveryOptions): Delivery {
  const pending: Record<Signal, (() => string | undefined)[]> = { logs: [], traces: [] }
  const timers: Partial<Record<Signal, Timer | undefined>> = {}
  const drops = new Map<`${DropReason} ${Signal}`, number>()
  let hasMore = false
  let batches: Batch[] = []
  let inFlightBytes = 0
  let inFlight = 0
  let pausedUntilMs = 0
  let retryTimer: Timer | undefined

  /** The texts of everything that is pending for a signal, in batches. */
  const encodePending = (signal: Signal) => {
    clearTimeout(timers[signal])
    timers[signal] = undefined
    const filled: string[][] = []
    let bytes = Infinity
    for (const encode of pending[signal].splice(0)) {
      let json = encode()
      if (json !== '') made[`errata.telemetry.${signal}`]++
      if (json === undefined) lose(1, signal, 'failed')
      if (!json) continue
      let size = utf8(json).length
      if (size > batchBytes) {
        json = shorten(json)
        size = utf8(json).length
      }
      bytes += size
      if (bytes > batchBytes) {
        filled.push([])
        bytes = size
      }
      filled.at(-1)?.push(json)
    }
    return filled
  }

  /** Sends batches, by default of everything that is pending for a signal, each as soon as it is packed. */
  const makeBatches = (signal: Signal, filled = encodePending(signal)) => {
    for (const texts of filled) pack(signal, texts)
  }

  const pack = async (signal: Signal, texts: readonly string[]) => {
    const text = envelope(signal, resource(), texts)
    const plain = utf8(text)
    const batch = { signal, count: texts.length, body: text, bytes: plain.length, attempts: 0, sending: 0, sentAtMs: 0 }
    batches.push(batch)
    const body = await packed(plain)
    if (batch.attempts === 0 && body) Object.assign(batch, { body, bytes: body.size })
    send(batch)
    let waiting = batches.reduce((sum, other) => sum + other.bytes, 0)
    for (const oldest of [...batches].sort((one, other) => bySignal(other, one))) {
      if (waiting <= waitingBytes) break
      waiting -= oldest.bytes
      // What is on its way may yet arrive: the browser holds it, and this attempt is its last.
      if (oldest.sending > 0) Object.assign(oldest, { bytes: 0, attempts: attemptLimit })
      else drop(oldest, 'queue_full')
    }
  }

  const send = async (batch: Batch) => {
    const now = Date.now()
    if (now < pausedUntilMs || now - batch.sentAtMs < handedOverMs || !batches.includes(batch)) return
    batch.sentAtMs = now
    batch.attempts++
    batch.sending++
    const { signal, body, bytes } = batch
    const spare = bytes < fewBytes ? 1 : 0
    const keepalive =
      inFlight < keepaliveRequests + spare * 2 && inFlightBytes + bytes <= keepaliveBytes + spare * fewBytes
    batch.keepalive = keepalive
    if (keepalive) {
      inFlight++
      inFlightBytes += bytes
    }
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (typeof body !== 'string') headers['content-encoding'] = 'gzip'
    // No response: it is retried, unlike an error response below.
    const answer = await fetch(`${endpoint}/v1/${signal}`, { method: 'POST', body, headers, keepalive }).catch(
      () => undefined,
    )
    batch.sending--
    if (keepalive) {
      inFlight--
      inFlightBytes -= bytes
    }
    if (answer?.ok) {
      forget(batch)
      reportDrops()
    } else if (answer && ![408, 429, 502, 503, 504].includes(answer.status)) drop(batch, 'rejected')
    else if (batch.attempts >= attemptLimit) drop(batch, 'retries_exhausted')
    else retryLater(answer, batch.attempts)
  }

  const forget = (batch: Batch) => {
    batches = batches.filter(other => other !== batch)
  }

  const drop = (batch: Batch, reason: DropReason) => {
    if (!batches.includes(batch)) return
    forget(batch)
    lose(batch.count, batch.signal, reason)
  }

  const lose = (count: number, signal: Signal, reason: DropReason) =>
    drops.set(`${reason} ${signal}`, (drops.get(`${reason} ${signal}`) ?? 0) + count)

  /** Not at once: where every batch is refused, each notice would be the next to be refused. */
  const reportDrops = () => {
    for (const [what, count] of drops) {
      drops.delete(what)
      onDrop(count, what)
    }
  }

  const retryLater = (answer: Response | undefined, attempts: number) => {
    const waitMs = retryAfterMs(answer?.headers.get('retry-after')) ?? Math.min(30_000, 2_000 * 2 ** attempts)
    pausedUntilMs = Math.max(pausedUntilMs, Date.now() + Math.max(waitMs, handedOverMs))
    clearTimeout(retryTimer)
    // A little apart, so that all the tabs of a site do not come back at once.
    retryTimer = setTimeout(sendWaiting, pausedUntilMs - Date.now() + Math.random() * 250)
  }

  const sendWaiting = () => {
    for (const batch of [...batches].sort(bySignal)) send(batch)
  }

  const handOver = async () => {
    reportDrops()
    if (hasMore) onMade()
    hasMore = false
    // Before the logs, the last of which says how many spans there are, and sent after them.
    const spans = encodePending('traces')
    makeBatches('logs')
    makeBatches('traces', spans)
    // What can be packed without a task of its own is packed and sent by then; the rest goes as it is.
    for (let turn = 0; turn < packingTurns; turn++) await null
    sendWaiting()
  }

  return {
    push(signal, encode) {
      pending[signal].push(encode)
      hasMore = true
      // A burst within one task becomes few full batches.
      if (pending[signal].length === batchRecords) queueMicrotask(() => makeBatches(signal))
      else timers[signal] ??= setTimeout(makeBatches, delayMs[signal], signal)
    },
    async flush(isLeaving) {
      pausedUntilMs = 0
      await handOver()
      if (!isLeaving) return
      for (const batch of batches) if (!batch.keepalive) drop(batch, 'page_gone')
      if (drops.size > 0) await handOver()
    },
  }
}

/** The same record, its texts cut. */
function shorten(json: string): string {
  return JSON.stringify(JSON.parse(json), (_, value) => (typeof value === 'string' ? value.slice(0, textChars) : value))
}

/** Logs, which are the errors, before spans; each in the order of their making. */
const bySignal = (one: Batch, other: Batch) => one.signal.localeCompare(other.signal)

/** Seconds or a date, as RFC 9110 has it; `undefined` where the server has not said. */
function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000
  return waitMs >= 0 ? Math.min(waitMs, 300_000) : undefined
}
