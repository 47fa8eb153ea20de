export type SeedAttributes = Readonly<Record<string, string | number | boolean>>

/** The sender. Equal resources are the same object, so that records can be grouped by it. */
export interface SeedResource {
  readonly service: string
  readonly release: string
  readonly attributes: SeedAttributes
}

/** The drop rules of the Collector. */
export type DropRuleName = 'cross-origin-script-error' | 'resize-observer-loop' | 'health-check' | 'not-found'

interface Item {
  readonly resource: SeedResource
  readonly traceId: string
  readonly spanId: string
  readonly attributes: SeedAttributes
  /** The rule by which the Collector drops it. */
  readonly noise: DropRuleName | undefined
}

export interface SeedSpanEvent {
  readonly name: string
  /** Unix microseconds. */
  readonly atUs: number
  readonly attributes: SeedAttributes
}

export type SpanKind = 'Internal' | 'Server' | 'Client' | 'Producer' | 'Consumer'

export interface SeedSpan extends Item {
  /** `''` for none. */
  readonly parentSpanId: string
  readonly scope: string
  readonly name: string
  readonly kind: SpanKind
  /** Unix microseconds. */
  readonly startUs: number
  readonly endUs: number
  readonly failed: boolean
  readonly statusMessage: string
  readonly events: readonly SeedSpanEvent[]
}

export interface SeedLog extends Item {
  readonly scope: string
  /** Unix microseconds. */
  readonly atUs: number
  readonly severity: 'INFO' | 'WARN' | 'ERROR'
  readonly eventName: string
  readonly body: string
}

/** The telemetry of some minutes, spans and logs in no order. */
export interface SeedBatch {
  readonly spans: readonly SeedSpan[]
  readonly logs: readonly SeedLog[]
}
