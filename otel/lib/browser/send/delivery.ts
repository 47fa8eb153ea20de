import { envelope, postHeaders, type Signal } from '../entry/otlp-json.ts'
import { compressGzip, encodeUtf8 } from './gzip.ts'

export interface DeliveryOptions {
  /** URL with `/v1/traces` and `/v1/logs` below, such as `/otlp`. */
  readonly endpoint: string
  /** The resource as OTLP/JSON text; called for each batch, because consent may have changed. */
  readonly resource: () => string
  /** The browser's own `fetch`, which makes no span. */
  readonly fetch: typeof fetch
  /** Called with the number of records dropped since its last call: after the next successful response, and when the page is left. */
  readonly onDrop: (count: number, what: `${DropReason} ${Signal}`) => void
}

/**
 * `failed`: `beforeSend` threw, or made the record invalid; `page_gone`: the page was left, and the record exceeds what a browser allows to
 * outlive a page.
 */
export type DropReason = 'failed' | 'page_gone' | 'queue_full' | 'rejected' | 'retries_exhausted'

export interface Delivery {
  /**
   * Takes a record; it is encoded as OTLP/JSON only when its batch is made, a moment later. An empty text is not sent; undefined counts as
   * dropped.
   */
  push(signal: Signal, encode: () => string | undefined): void
  /**
   * Hands everything to the browser now, because the page may not come back: errors first, within the limit of keepalive.
   *
   * @param isLeaving The page is left: what exceeds the limit is dropped.
   */
  flush(isLeaving?: boolean): Promise<void>
}

interface Batch {
  readonly signal: Signal
  readonly count: number
  /** Text until it is compressed; a page that is left sends it as it is. */
  body: string | Blob
  bytes: number
  attempts: number
  /** Requests with it that have no response yet. */
  sending: number
  /** Whether its last request outlives the page. */
  keepalive?: boolean
  /** When it was last handed to the browser, Unix milliseconds. */
  sentAtMs: number
}

type Timer = ReturnType<typeof setTimeout>

const maxBatchRecords = 40
/** The receiver accepts 64 KiB uncompressed. */
const maxBatchBytes = 48_000
/** Maximum of each text in a record that alone exceeds a batch. */
const maxTextChars = 1_500
const delayMs = { logs: 250, traces: 1_500 } as const
/** Spans soon after others wait until so long after those, so that quick navigations share a post. A page that is hidden sends at once. */
const minTracesIntervalMs = 5_000
/** Browsers allow a page 64 KiB of keepalive requests, Chromium nine requests. Two more are reserved for the last, small ones. */
const maxKeepaliveBytes = 60_000
const keepaliveRequests = 7
const reservedSmallBytes = 2_000
const maxQueuedBytes = 512_000
const maxAttempts = 6
const noRelayStatuses = [401, 403, 404, 405, 501]
const maxRefusals = 3
/** More microtasks than Chromium needs to compress a batch. */
const maxCompressionTurns = 200
/** A request that a closing page has handed over is not repeated within this time, although it gets no response. */
const noRetryAfterHandoverMs = 3_000

/**
 * Sends records in small, compressed batches. Failed batches are retried with growing delays, or when the server asks; what exceeds the
 * bounded queue is dropped, oldest spans first, and counted. Where there is no relay, it stops after three responses.
 */
export function startDelivery({ endpoint, resource, fetch, onDrop }: DeliveryOptions): Delivery {
  const pending: Record<Signal, (() => string | undefined)[]> = { logs: [], traces: [] }
  const timers: Partial<Record<Signal, Timer | undefined>> = {}
  const drops = new Map<`${DropReason} ${Signal}`, number>()
  let batches: Batch[] = []
  let tracesMadeAtMs = 0
  let inFlightBytes = 0
  let inFlight = 0
  let pausedUntilMs = 0
  let retryTimer: Timer | undefined
  /** Responses in a row that say that there is no relay. */
  let refusals = 0
  let hasStopped = false

  const waitMs = (signal: Signal) => {
    const untilNextMs = tracesMadeAtMs + minTracesIntervalMs - Date.now()
    // A clock that was put back must not make them wait for longer.
    const isSoon = signal === 'traces' && untilNextMs <= minTracesIntervalMs
    return isSoon ? Math.max(delayMs.traces, untilNextMs) : delayMs[signal]
  }

  /** Sends all pending records of a signal in batches, each as soon as it is compressed. */
  const makeBatches = (signal: Signal) => {
    clearTimeout(timers[signal])
    timers[signal] = undefined
    if (signal === 'traces') tracesMadeAtMs = Date.now()
    const filled: string[][] = []
    let bytes = Infinity
    for (const encode of pending[signal].splice(0)) {
      let json = encode()
      if (json === undefined) lose(1, signal, 'failed')
      if (!json) continue
      let size = encodeUtf8(json).length
      if (size > maxBatchBytes) {
        json = shorten(json)
        size = encodeUtf8(json).length
      }
      bytes += size
      if (bytes > maxBatchBytes) {
        filled.push([])
        bytes = size
      }
      filled.at(-1)?.push(json)
    }
    for (const texts of filled) pack(signal, texts)
  }

  const pack = async (signal: Signal, texts: readonly string[]) => {
    const text = envelope(signal, resource(), texts)
    const plain = encodeUtf8(text)
    const batch = { signal, count: texts.length, body: text, bytes: plain.length, attempts: 0, sending: 0, sentAtMs: 0 }
    batches.push(batch)
    const body = await compressGzip(plain)
    if (batch.attempts === 0 && body) Object.assign(batch, { body, bytes: body.size })
    send(batch)
    let waiting = batches.reduce((sum, other) => sum + other.bytes, 0)
    for (const oldest of [...batches].sort((one, other) => bySignal(other, one))) {
      if (waiting <= maxQueuedBytes) break
      waiting -= oldest.bytes
      // Requests in progress may still arrive: the browser has them, and this is their last attempt.
      if (oldest.sending > 0) Object.assign(oldest, { bytes: 0, attempts: maxAttempts })
      else drop(oldest, 'queue_full')
    }
  }

  const send = async (batch: Batch) => {
    const now = Date.now()
    if (now < pausedUntilMs || now - batch.sentAtMs < noRetryAfterHandoverMs || !batches.includes(batch)) return
    batch.sentAtMs = now
    batch.attempts++
    batch.sending++
    const { signal, body, bytes } = batch
    const spare = bytes < reservedSmallBytes ? 1 : 0
    const keepalive =
      inFlight < keepaliveRequests + spare * 2 &&
      inFlightBytes + bytes <= maxKeepaliveBytes + spare * reservedSmallBytes
    batch.keepalive = keepalive
    if (keepalive) {
      inFlight++
      inFlightBytes += bytes
    }
    const headers = postHeaders(endpoint)
    if (typeof body !== 'string') headers['content-encoding'] = 'gzip'
    // Without a response it is retried, unlike an error response below.
    const answer = await fetch(`${endpoint}/v1/${signal}`, { method: 'POST', body, headers, keepalive }).catch(
      () => undefined,
    )
    batch.sending--
    if (keepalive) {
      inFlight--
      inFlightBytes -= bytes
    }
    if (!answer || !noRelayStatuses.includes(answer.status)) refusals = 0
    else if (++refusals >= maxRefusals) return stop(answer)
    if (answer?.ok) {
      forget(batch)
      reportDrops()
    } else if (answer && ![408, 429, 502, 503, 504].includes(answer.status)) drop(batch, 'rejected')
    else if (batch.attempts >= maxAttempts) drop(batch, 'retries_exhausted')
    else retryLater(answer, batch.attempts)
  }

  /** There is no relay, as on a static host, and there will be none while this page is open. */
  const stop = ({ status, url }: Response) => {
    if (!hasStopped) {
      console.warn(
        `No telemetry is sent: POST ${url} is answered with ${status}. Serve the relay of @errata/otel there, or set browser: { endpoint }.`,
      )
    }
    hasStopped = true
    batches = []
    pending.logs = []
    pending.traces = []
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

  /** Delayed: if every batch is refused, each report would be the next to be refused. */
  const reportDrops = () => {
    for (const [what, count] of drops) {
      drops.delete(what)
      onDrop(count, what)
    }
  }

  const retryLater = (answer: Response | undefined, attempts: number) => {
    const waitMs = retryAfterMs(answer?.headers.get('retry-after')) ?? Math.min(30_000, 2_000 * 2 ** attempts)
    pausedUntilMs = Math.max(pausedUntilMs, Date.now() + Math.max(waitMs, noRetryAfterHandoverMs))
    clearTimeout(retryTimer)
    // Randomised, so that a site's tabs do not all retry at once.
    retryTimer = setTimeout(sendWaiting, pausedUntilMs - Date.now() + Math.random() * 250)
  }

  const sendWaiting = () => {
    for (const batch of [...batches].sort(bySignal)) send(batch)
  }

  const handOver = async () => {
    reportDrops()
    makeBatches('logs')
    makeBatches('traces')
    // Batches that can be compressed within these microtasks are sent compressed; the others as they are.
    for (let turn = 0; turn < maxCompressionTurns; turn++) await null
    sendWaiting()
  }

  return {
    push(signal, encode) {
      if (hasStopped) return
      pending[signal].push(encode)
      // A burst within one task becomes a few full batches.
      if (pending[signal].length === maxBatchRecords) queueMicrotask(() => makeBatches(signal))
      else timers[signal] ??= setTimeout(makeBatches, waitMs(signal), signal)
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

/** The same record with shortened texts. */
function shorten(json: string): string {
  return JSON.stringify(JSON.parse(json), (_, value) =>
    typeof value === 'string' ? value.slice(0, maxTextChars) : value,
  )
}

/** Logs, which include errors, before spans; each in order of creation. */
const bySignal = (one: Batch, other: Batch) => one.signal.localeCompare(other.signal)

/** Seconds or a date, as in RFC 9110; `undefined` if the server has not sent one. */
function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000
  return waitMs >= 0 ? Math.min(waitMs, 300_000) : undefined
}
