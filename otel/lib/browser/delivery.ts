import { envelope, type Signal } from './otlp-json.ts'

export interface DeliveryOptions {
  /** Where `/v1/traces` and `/v1/logs` are below, as `/otlp`. */
  readonly endpoint: string
  /** The resource as OTLP/JSON text. */
  readonly resource: string
  /** The browser's own `fetch`, which makes no span. */
  readonly fetch: typeof fetch
  /** Told whenever records had to be given up. */
  readonly onDrop: (count: number, reason: DropReason) => void
}

export type DropReason = 'queue_full' | 'rejected' | 'retries_exhausted'

export interface Delivery {
  /** Takes a record; it is turned into OTLP/JSON text only when its batch is made, a moment later. */
  push(signal: Signal, encode: () => string): void
  /** Hands everything to the browser now, since the page may not come back: errors first, within the budget of keepalive. */
  hide(): void
}

interface Batch {
  readonly signal: Signal
  readonly count: number
  body: string | Blob
  compressed: boolean
  attempts: number
  /** Set once it has been handed to the browser, so that nothing sends it twice at the same time. */
  sending: boolean
}

type Timer = ReturnType<typeof setTimeout>

const batchRecords = 40
/** The receiver takes 64 KiB unpacked. */
const batchBytes = 48_000
const delayMs = { logs: 250, traces: 1_500 } as const
/** Browsers let a page have 64 KiB in flight that outlive it. */
const keepaliveBytes = 60_000
const keepaliveRequests = 9
const waitingBytes = 512_000
const attemptLimit = 6

/**
 * Sends records in small batches, which are compressed while they wait. What could not be sent is tried again with
 * growing pauses, or when the server says; what exceeds the bounded queue is dropped, oldest spans first, and counted.
 */
export function startDelivery({ endpoint, resource, fetch, onDrop }: DeliveryOptions): Delivery {
  const pending: Record<Signal, (() => string)[]> = { logs: [], traces: [] }
  const timers: Partial<Record<Signal, Timer | undefined>> = {}
  let batches: Batch[] = []
  let inFlight = { requests: 0, bytes: 0 }
  let pausedUntilMs = 0
  let retryTimer: Timer | undefined

  /** Makes batches of everything that is pending for a signal. */
  const cut = (signal: Signal): Batch[] => {
    clearTimeout(timers[signal])
    timers[signal] = undefined
    const cutBatches: Batch[] = []
    let texts: string[] = []
    let length = 0
    const close = () => {
      if (texts.length === 0) return
      const body = envelope(signal, resource, texts)
      cutBatches.push({ signal, count: texts.length, body, compressed: false, attempts: 0, sending: false })
      texts = []
      length = 0
    }
    for (const encode of pending[signal].splice(0)) {
      const json = encode()
      if (texts.length === batchRecords || length + json.length > batchBytes) close()
      texts.push(json)
      length += json.length
    }
    close()
    batches.push(...cutBatches)
    return cutBatches
  }

  const flush = (signal: Signal) => {
    for (const batch of cut(signal)) {
      if (typeof CompressionStream === 'undefined') send(batch)
      else {
        const sendIt = () => send(batch)
        compress(batch).then(sendIt, sendIt)
      }
    }
    bound()
  }

  const bound = () => {
    let bytes = batches.reduce((sum, batch) => sum + sizeOf(batch), 0)
    const giveUp = [
      ...batches.filter(({ signal }) => signal === 'traces'),
      ...batches.filter(({ signal }) => signal === 'logs'),
    ]
    for (const batch of giveUp) {
      if (bytes <= waitingBytes) return
      bytes -= sizeOf(batch)
      drop(batch, 'queue_full')
    }
  }

  const drop = (batch: Batch, reason: DropReason) => {
    if (!forget(batch)) return
    onDrop(batch.count, reason)
  }

  const forget = (batch: Batch) => {
    const before = batches.length
    batches = batches.filter(other => other !== batch)
    return batches.length < before
  }

  const send = async (batch: Batch) => {
    if (batch.sending || !batches.includes(batch)) return
    if (Date.now() < pausedUntilMs) return
    batch.sending = true
    batch.attempts++
    const bytes = sizeOf(batch)
    const keepalive = inFlight.requests < keepaliveRequests && inFlight.bytes + bytes <= keepaliveBytes
    if (keepalive) inFlight = { requests: inFlight.requests + 1, bytes: inFlight.bytes + bytes }
    let answer: Response | undefined
    try {
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (batch.compressed) headers['content-encoding'] = 'gzip'
      answer = await fetch(`${endpoint}/v1/${batch.signal}`, { method: 'POST', body: batch.body, headers, keepalive })
    } catch {
      // No answer is told apart from a bad one below: it is tried again.
    }
    if (keepalive) inFlight = { requests: inFlight.requests - 1, bytes: inFlight.bytes - bytes }
    batch.sending = false
    if (answer?.ok) forget(batch)
    else if (answer && ![408, 429, 502, 503, 504].includes(answer.status)) drop(batch, 'rejected')
    else if (batch.attempts >= attemptLimit) drop(batch, 'retries_exhausted')
    else retryLater(answer, batch.attempts)
  }

  const retryLater = (answer: Response | undefined, attempts: number) => {
    const waitMs = retryAfterMs(answer?.headers.get('retry-after')) ?? Math.min(30_000, 500 * 2 ** attempts)
    pausedUntilMs = Math.max(pausedUntilMs, Date.now() + waitMs)
    clearTimeout(retryTimer)
    // A little apart, so that all the tabs of a site do not come back at once.
    retryTimer = setTimeout(sendWaiting, pausedUntilMs - Date.now() + Math.random() * 250)
  }

  const sendWaiting = () => {
    for (const batch of errorsFirst(batches)) send(batch)
  }

  return {
    push(signal, encode) {
      pending[signal].push(encode)
      if (pending[signal].length >= batchRecords) flush(signal)
      else timers[signal] ??= setTimeout(flush, delayMs[signal], signal)
    },
    hide() {
      cut('logs')
      cut('traces')
      pausedUntilMs = 0
      sendWaiting()
    },
  }
}

async function compress(batch: Batch): Promise<void> {
  const stream = new Blob([batch.body]).stream().pipeThrough(new CompressionStream('gzip'))
  const blob = await new Response(stream).blob()
  if (batch.attempts > 0) return
  batch.body = blob
  batch.compressed = true
}

const sizeOf = ({ body }: Batch) => (typeof body === 'string' ? body.length : body.size)

/** Logs, which are the errors, before spans; each in the order of their making. */
const errorsFirst = (batches: readonly Batch[]) =>
  [...batches].sort((one, other) => Number(one.signal === 'traces') - Number(other.signal === 'traces'))

/** Seconds or a date, as RFC 9110 has it; `undefined` where the server has not said. */
function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000
  return waitMs >= 0 ? Math.min(waitMs, 300_000) : undefined
}
