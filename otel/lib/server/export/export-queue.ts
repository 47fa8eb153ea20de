import { context, diag, ROOT_CONTEXT } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, suppressTracing } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import { estimateBytes, type Sized } from './estimate-bytes.ts'
import { isRejectedAsMalformed, isTooLarge, isUnreachable } from './export-failure.ts'
import { makeEncodable } from './make-encodable.ts'
import type { RecordLoss, SignalName } from './record-loss.ts'

/** Batch sizes and intervals, and the memory for records while the Collector is unavailable. */
export interface QueueBounds {
  readonly delayMs: number
  /** Pause between two requests to an unavailable Collector; the exporter retries each for ten seconds by itself. */
  readonly pauseMs: number
  readonly maxRecords: number
  /** Above this, new records are dropped and counted; the oldest stay. */
  readonly maxWaitingBytes: number
}

export const defaultQueueBounds: QueueBounds = {
  delayMs: 1_000,
  pauseMs: 5_000,
  maxRecords: 512,
  maxWaitingBytes: 32 << 20,
}

/** Records since the queue was created: each accepted one is sent, has failed, or is still queued. */
export interface QueueCounts {
  taken: number
  /** Dropped because the queue was full; not among the accepted ones. */
  full: number
  sent: number
  failed: number
}

interface Exportable extends Sized {
  readonly resource: Resource
}

/** The common interface of the stock exporters. */
interface Exporter<Item> {
  export(items: Item[], settle: (result: ExportResult) => void): void
  shutdown(): Promise<void>
}

interface Batch<Item> {
  readonly items: Item[]
  /** Estimated only once it has to wait; 0 if it is sent at once, as almost all are. */
  bytes: number
}

type Outcome = 'sent' | 'away' | 'divisible' | 'mended' | 'refused'

/**
 * Passes records to a stock exporter in batches, one at a time and in order. The stock batch processors drop what the exporter could not
 * send; this queue keeps it until the Collector is available again.
 */
export class ExportQueue<Item extends Exportable> {
  readonly counts: QueueCounts = { taken: 0, full: 0, sent: 0, failed: 0 }
  readonly #signal: SignalName
  readonly #exporter: Exporter<Item>
  readonly #recordLoss: RecordLoss
  readonly #bounds: QueueBounds
  #open: Item[] = []
  readonly #waiting: Batch<Item>[] = []
  #waitingBytes = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isStopped = false
  #wake: (() => void) | undefined

  constructor(signal: SignalName, exporter: Exporter<Item>, recordLoss: RecordLoss, bounds = defaultQueueBounds) {
    this.#signal = signal
    this.#exporter = exporter
    this.#recordLoss = recordLoss
    this.#bounds = bounds
  }

  add(item: Item): void {
    if (this.#isStopped) return
    if (this.#waitingBytes > this.#bounds.maxWaitingBytes) {
      this.counts.full++
      this.#recordLoss(this.#signal, 'queue_full', 1)
      return
    }
    this.counts.taken++
    this.#open.push(item)
    if (this.#open.length >= this.#bounds.maxRecords) this.#seal()
    else this.#sealLater()
  }

  /** Settles when everything taken so far was sent, or was lost. A receiver that was unavailable is asked again at once. */
  async forceFlush(): Promise<void> {
    this.#wake?.()
    this.#seal()
    await this.#sending
  }

  /** Tries once more to send the queue. */
  async shutdown(): Promise<void> {
    this.#isStopped = true
    await this.forceFlush()
    await this.#exporter.shutdown()
  }

  /** Never while a request is in progress: a slow Collector would get more and smaller ones. */
  #sealLater(): void {
    if (this.#sending !== undefined) return
    this.#timer ??= setTimeout(() => this.#seal(), this.#bounds.delayMs).unref()
  }

  #seal(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#open.length === 0) return
    const batch = { items: this.#open, bytes: 0 }
    this.#open = []
    this.#waiting.push(batch)
    if (this.#sending !== undefined) this.#estimate(batch)
    // The request that happened to fill the batch is not the parent of what is sent.
    else this.#sending = context.with(suppressTracing(ROOT_CONTEXT), () => this.#sendWaiting())
  }

  #estimate(batch: Batch<Item>): void {
    if (batch.bytes > 0) return
    batch.bytes = batch.items.reduce((sum, item) => sum + estimateBytes(item), 0)
    this.#waitingBytes += batch.bytes
  }

  async #sendWaiting(): Promise<void> {
    for (let batch = this.#waiting[0]; batch !== undefined; batch = this.#waiting[0]) {
      const { outcome, error } = await this.#send(batch.items)
      if (outcome === 'away' && !this.#isStopped) {
        this.#estimate(batch)
        diag.warn(`${this.#signal} are queued: the receiver is unavailable`, error)
        await this.#pause()
        continue
      }
      if (outcome === 'mended') continue
      this.#waiting.shift()
      this.#waitingBytes -= batch.bytes
      if (outcome === 'divisible') this.#putBackHalves(batch)
      else if (outcome === 'sent') this.counts.sent += batch.items.length
      else {
        this.counts.failed += batch.items.length
        this.#recordLoss(this.#signal, 'export_failed', batch.items.length, error)
      }
    }
    this.#sending = undefined
    if (this.#open.length > 0) this.#sealLater()
  }

  /** A record that is too large or cannot be encoded must not take others with it. */
  #putBackHalves({ items, bytes }: Batch<Item>): void {
    const middle = items.length >> 1
    const halves = [items.slice(0, middle), items.slice(middle)].map(half => ({ items: half, bytes: bytes / 2 }))
    this.#waiting.unshift(...halves)
    this.#waitingBytes += bytes
  }

  #pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, this.#bounds.pauseMs).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #send(items: Item[]): Promise<{ outcome: Outcome; error?: unknown }> {
    const isOne = items.length === 1
    try {
      for (const { resource } of items) if (resource.asyncAttributesPending) await resource.waitForAsyncAttributes?.()
      const { code, error } = await new Promise<ExportResult>(resolve => this.#exporter.export(items, resolve))
      if (code === ExportResultCode.SUCCESS) return { outcome: 'sent' }
      if (isTooLarge(error)) return { outcome: isOne ? 'refused' : 'divisible', error }
      if (isRejectedAsMalformed(error) && makeEncodable(items)) return { outcome: 'mended', error }
      return { outcome: isUnreachable(error) ? 'away' : 'refused', error }
    } catch (error) {
      return { outcome: isOne ? 'refused' : 'divisible', error }
    }
  }
}
