import type { Random } from './random.ts'
import type {
  DropRuleName,
  SeedAttributes,
  SeedLog,
  SeedResource,
  SeedSpan,
  SeedSpanEvent,
  SpanKind,
} from './record.ts'
import { getSenderResource, hoursBeforeEnd, releaseLiveAt, type ShopService, type TelemetrySender } from './services.ts'

/** A span under construction: the calls below it decide when it ends and whether it fails. */
export interface SpanBuilder {
  readonly spanId: string
  readonly startUs: number
  readonly attributes: Record<string, string | number | boolean>
  end(atUs: number): void
  fail(type: string, message?: string): void
  event(event: SeedSpanEvent): void
}

interface SpanOptions {
  readonly service: ShopService
  readonly name: string
  readonly startUs: number
  /** @default no end yet: call `end` */
  readonly endUs?: number
  readonly kind?: SpanKind
  readonly parent?: SpanBuilder | undefined
  readonly attributes?: SeedAttributes
}

interface LogOptions {
  readonly service: ShopService
  readonly atUs: number
  readonly severity?: SeedLog['severity']
  readonly eventName?: string
  readonly body?: string
  readonly span?: SpanBuilder | undefined
  readonly attributes: SeedAttributes
  readonly noise?: DropRuleName
}

/** A trace under construction. `hours` before the end of the telemetry decides releases and errors. */
export interface TraceBuilder {
  readonly random: Random
  readonly traceId: string
  readonly hours: number
  releaseOf(service: ShopService): string
  span(options: SpanOptions): SpanBuilder
  log(options: LogOptions): void
  /** Sets the transaction attributes of all spans of a service that have none yet, as `@errata/otel` does, and of its logs. */
  stamp(root: SpanBuilder, service: ShopService, route: string, status: number): void
  build(): { readonly spans: SeedSpan[]; readonly logs: SeedLog[] }
}

interface TraceOptions {
  readonly random: Random
  readonly atUs: number
  readonly untilUs: number
  readonly environment: TelemetrySender['environment']
  readonly noise?: DropRuleName
  /** Of the browser that it begins in. */
  readonly userAgent?: string
}

const SCOPES: Readonly<Record<ShopService, string>> = {
  shop: '@errata/otel/server',
  'shop-browser': '@errata/otel/browser',
  checkout: 'io.opentelemetry.spring-webmvc-6.0',
  stock: 'go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp',
  recommendations: 'opentelemetry.instrumentation.fastapi',
  mail: 'github.com/twmb/franz-go/plugin/kotel',
  'errata-desk': '@errata/otel/server',
  'errata-desk-browser': '@errata/otel/browser',
}

export function createTraceBuilder({
  random,
  atUs,
  untilUs,
  environment,
  noise,
  userAgent = '',
}: TraceOptions): TraceBuilder {
  const traceId = random.hex(32)
  const hours = hoursBeforeEnd(atUs, untilUs)
  const instance = random.int(2) + 1
  const spans: (Mutable<SeedSpan> & { events: SeedSpanEvent[] })[] = []
  const logs: Mutable<SeedLog>[] = []
  const resource = (service: ShopService): SeedResource =>
    getSenderResource({ service, release: releaseLiveAt(service, hours), environment, instance, userAgent })
  return {
    random,
    traceId,
    hours,
    releaseOf: service => releaseLiveAt(service, hours),
    span({ service, name, startUs, endUs = startUs, kind = 'Internal', parent, attributes = {} }) {
      const own: Record<string, string | number | boolean> = { ...attributes }
      const span = {
        resource: resource(service),
        scope: SCOPES[service],
        traceId,
        spanId: random.hex(16),
        parentSpanId: parent?.spanId ?? '',
        name,
        kind,
        startUs,
        endUs: Math.round(endUs),
        failed: false,
        statusMessage: '',
        attributes: own,
        events: [] as SeedSpanEvent[],
        noise,
      }
      spans.push(span)
      return {
        spanId: span.spanId,
        startUs,
        attributes: own,
        end: at => {
          span.endUs = Math.max(startUs, Math.round(at))
        },
        fail: (type, message = '') => {
          span.failed = true
          span.statusMessage = message
          own['error.type'] = type
        },
        event: event => span.events.push(event),
      }
    },
    log({ service, atUs: at, severity = 'INFO', eventName = '', body = '', span, attributes, noise: rule }) {
      logs.push({
        resource: resource(service),
        scope: SCOPES[service],
        traceId,
        spanId: span?.spanId ?? '',
        atUs: Math.round(at),
        severity,
        eventName,
        body,
        attributes: { 'log.record.uid': attributes['log.record.uid'] ?? uuid(random), ...attributes },
        noise: rule ?? noise,
      })
    },
    stamp(root, service, route, status) {
      const id = { 'errata.transaction.id': root.spanId }
      const named = { ...id, 'errata.transaction.route': route }
      for (const span of spans) {
        if (span.resource.service !== service || 'errata.transaction.id' in span.attributes) continue
        Object.assign(span.attributes, named, { 'errata.transaction.status_code': status })
      }
      for (const log of logs) {
        if (log.resource.service !== service || 'errata.transaction.id' in log.attributes) continue
        Object.assign(log.attributes, named)
      }
    },
    build: () => ({ spans, logs }),
  }
}

type Mutable<Made> = { -readonly [Key in keyof Made]: Made[Key] }

function uuid(random: Random): string {
  const hex = random.hex(32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
