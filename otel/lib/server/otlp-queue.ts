import { type Counter, context, diag, ROOT_CONTEXT } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, type InstrumentationScope, suppressTracing } from '@opentelemetry/core'
import { OTLPExporterError } from '@opentelemetry/otlp-exporter-base'
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http'
import type { Resource } from '@opentelemetry/resources'
import { guard } from '../guard.ts'
import { attributesJson, scopeJson } from './otlp-json.ts'

/** When and how much is sent at a time, and the memory that may wait for a Collector that is away; what exceeds it is lost and told. */
export interface QueueBounds {
  readonly delayMs: number
  /** Between two requests to a Collector that is away; each tries for ten seconds by itself. */
  readonly pauseMs: number
  readonly maxRecords: number
  readonly maxBytes: number
  readonly maxWaitingBytes: number
}

export const defaultQueueBounds: QueueBounds = {
  delayMs: 1_000,
  pauseMs: 5_000,
  maxRecords: 2_048,
  maxBytes: 1 << 20,
  maxWaitingBytes: 32 << 20,
}

const shapes = {
  traces: { records: 'Spans', list: 'spans', noun: 'spans', env: 'TRACES' },
  logs: { records: 'Logs', list: 'logRecords', noun: 'log records', env: 'LOGS' },
} as const

/** Sends the body of a request; takes `OTEL_EXPORTER_OTLP_*` into account and tries again what may succeed later. */
type Send = (body: Uint8Array, tell: (result: ExportResult) => void) => void

/**
 * Records of one signal on their way to the Collector, one request at a time. They wait as bytes: objects that live for a second
 * are work for every garbage collection.
 */
export class OtlpQueue {
  readonly #signal: keyof typeof shapes
  readonly #bounds: QueueBounds
  readonly #send: Send
  readonly #stopSending: () => Promise<void>
  #batch: Batch | undefined
  /** Taken by the next batch: memory outside the heap is paid for by full garbage collections. */
  #spare: Buffer | undefined
  readonly #waiting: Batch[] = []
  #waitingBytes = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isStopped = false
  #wake: (() => void) | undefined
  /** Set once the meter exists; counts lost records by `signal` and `reason`. */
  dropped: Counter | undefined

  constructor(signal: keyof typeof shapes, otlpUrl: string, bounds: QueueBounds = defaultQueueBounds) {
    const options = convertLegacyHttpOptions({ url: `${otlpUrl}/v1/${signal}` }, shapes[signal].env, `v1/${signal}`, {
      'content-type': 'application/json',
    })
    const asItIs = { serializeRequest: (body: Uint8Array) => body, deserializeResponse: parseResponse }
    const uncounted = { name: 'span', countItems: () => 0 } as const
    const delegate = createOtlpHttpExportDelegate(options, asItIs, 'otlp_http_json_exporter', uncounted, undefined)
    this.#send = (body, tell) => delegate.export(body, tell)
    this.#stopSending = () => delegate.shutdown()
    this.#signal = signal
    this.#bounds = bounds
  }

  /** Takes one record as OTLP/JSON. */
  add(resource: Resource, scope: InstrumentationScope, json: string): void {
    if (this.#isStopped) return
    if (this.#waitingBytes > this.#bounds.maxWaitingBytes) {
      this.#lose(1, 'queue_full', 'the queue is full')
      return
    }
    this.#batch ??= this.#openBatch(resource)
    this.#batch.add(scope, json)
    if (this.#batch.records >= this.#bounds.maxRecords || this.#batch.bytes >= this.#bounds.maxBytes) this.#seal()
    else this.#sealLater()
  }

  /** Settles when everything taken so far was sent, or was lost. */
  async forceFlush(): Promise<void> {
    this.#seal()
    await this.#sending
  }

  async shutdown(): Promise<void> {
    this.#isStopped = true
    this.#wake?.()
    await this.forceFlush()
    await this.#stopSending()
  }

  #openBatch(resource: Resource): Batch {
    const { records, list } = shapes[this.#signal]
    const buffer = this.#spare ?? Buffer.allocUnsafe(firstBufferBytes)
    this.#spare = undefined
    return new Batch(resource, records, list, buffer)
  }

  /** Never beside a request under way: a Collector that is slow would get ever more and smaller ones. */
  #sealLater(): void {
    if (this.#sending !== undefined) return
    this.#timer ??= setTimeout(() => this.#seal(), this.#bounds.delayMs).unref()
  }

  #seal(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#batch === undefined) return
    this.#waiting.push(this.#batch)
    this.#waitingBytes += this.#batch.buffer.length
    this.#batch = undefined
    // Nothing that is sent belongs to the request that happened to fill the batch.
    this.#sending ??= context.with(suppressTracing(ROOT_CONTEXT), () => this.#sendWaiting())
  }

  async #sendWaiting(): Promise<void> {
    for (let batch = this.#waiting[0]; batch !== undefined; batch = this.#waiting[0]) {
      const { outcome, error } = await this.#sendOne(batch)
      if (outcome === 'away' && !this.#isStopped) {
        await this.#pause()
        continue
      }
      if (outcome !== 'sent') this.#lose(batch.records, 'export_failed', error)
      this.#waiting.shift()
      this.#waitingBytes -= batch.buffer.length
      if (batch.buffer.length <= this.#bounds.maxBytes * 2) this.#spare = batch.buffer
    }
    this.#sending = undefined
    if (this.#batch !== undefined) this.#sealLater()
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

  #lose(count: number, reason: 'queue_full' | 'export_failed', cause: unknown): void {
    guard('count of lost records', () => {
      this.dropped?.add(count, { signal: this.#signal, reason })
      diag.error(`${shapes[this.#signal].noun} are lost`, cause, count)
    })
  }

  /** A Collector that is away or busy comes back; one that refuses the request says so by its status, and will do so again. */
  async #sendOne(batch: Batch): Promise<{ outcome: 'sent' | 'away' | 'refused'; error?: unknown }> {
    try {
      await batch.resource.waitForAsyncAttributes?.()
      const body = batch.body()
      const { code, error } = await new Promise<ExportResult>(resolve => this.#send(body, resolve))
      if (code === ExportResultCode.SUCCESS) return { outcome: 'sent' }
      const isRefused = error instanceof OTLPExporterError && error.code !== undefined
      return { outcome: isRefused ? 'refused' : 'away', error }
    } catch (error) {
      return { outcome: 'refused', error }
    }
  }
}

const firstBufferBytes = 1 << 18
/** Bytes left free for what comes before the records. */
const headroom = 1 << 13
const tail = ']}]}]}'

/** A request in the making: records of one resource, in groups of one scope. */
class Batch {
  readonly resource: Resource
  readonly #name: string
  readonly #list: string
  buffer: Buffer
  #scope: InstrumentationScope | undefined
  /** Where the records end. */
  #end = headroom
  records = 0

  constructor(resource: Resource, name: string, list: string, buffer: Buffer) {
    this.resource = resource
    this.buffer = buffer
    this.#name = name
    this.#list = list
  }

  get bytes(): number {
    return this.#end - headroom
  }

  add(scope: InstrumentationScope, json: string): void {
    if (scope === this.#scope) {
      this.#write(',')
    } else {
      this.#write(`${this.#scope === undefined ? '' : ']},'}{"scope":${scopeJson(scope)},"${this.#list}":[`)
      this.#scope = scope
    }
    this.#write(json)
    this.records++
  }

  /** The head comes last, because attributes of a resource may be found late. */
  body(): Uint8Array {
    const head = `{"resource${this.#name}":[{"resource":{"attributes":${attributesJson(this.resource.attributes)}},"scope${this.#name}":[`
    const headBytes = Buffer.byteLength(head)
    const end = this.#end + this.buffer.write(tail, this.#end)
    if (headBytes > headroom) return Buffer.concat([Buffer.from(head), this.buffer.subarray(headroom, end)])
    this.buffer.write(head, headroom - headBytes)
    return this.buffer.subarray(headroom - headBytes, end)
  }

  #write(text: string): void {
    const mostBytes = this.#end + text.length * 3 + tail.length
    if (mostBytes > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(mostBytes, this.buffer.length * 2))
      this.buffer.copy(larger, headroom, headroom, this.#end)
      this.buffer = larger
    }
    this.#end += this.buffer.write(text, this.#end)
  }
}

/** A Collector that took only a part says so. */
function parseResponse(body: Uint8Array): object {
  const parsed: unknown = body.length === 0 ? {} : JSON.parse(Buffer.from(body).toString())
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}
