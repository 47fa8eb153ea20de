import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attributes, nowNs, type OtlpTestValue, type Signal } from '../../test/otlp/send-otlp.ts'

const folder = join(import.meta.dirname, '../ingest-cases')

/** A folder of e2e/ingest-cases: what is sent, and the resulting rows. */
export interface IngestCase {
  readonly name: string
  /** The rule whose counter must increase, as the Collector labels it. */
  readonly rule: string
  /** By how much it must increase if the case is sent once: spans and log records, not span events. */
  readonly filtered: number
  readonly send: readonly Item[]
  /** Reads what was kept of one run: parameter `run`. */
  readonly rowsSql: string
  readonly rows: readonly Record<string, unknown>[]
}

/**
 * What is sent: a log record, or the spans of a trace; once for every combination of `each`, whose values replace `{name}` in all texts.
 * `record` labels it (attribute `test.record`); a `child` has the first span as its parent.
 */
interface Item {
  readonly each?: Readonly<Record<string, readonly (string | number)[]>>
  readonly log?: LogTemplate
  readonly spans?: readonly SpanTemplate[]
}

type Attributes = Readonly<Record<string, string | number>>

interface LogTemplate {
  readonly record: string
  readonly body?: string
  readonly eventName?: string
  readonly attributes: Attributes
}

interface SpanTemplate {
  readonly record: string
  readonly kind: keyof typeof kinds
  /** @default 'span' */
  readonly name?: string
  readonly child?: boolean
  readonly attributes?: Attributes
  readonly events?: readonly { record: string; name: string; attributes?: Attributes }[]
}

const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }

/** Items in one request: the browsers' receiver takes 512 KiB. */
const ITEMS_A_REQUEST = 25

export function readCases(): IngestCase[] {
  return readdirSync(folder)
    .filter(name => !name.includes('.'))
    .toSorted()
    .map(name => {
      const text = (file: string) => readFileSync(join(folder, name, file), 'utf8')
      return { name, ...JSON.parse(text('send.json')), rowsSql: text('rows.sql'), rows: JSON.parse(text('rows.json')) }
    })
}

/** The requests of a case; each has one more record, of run `<run>/last`, that no rule drops. */
export function buildCaseRequests({ send }: IngestCase, run: string): { signal: Signal; body: object }[] {
  const items = send.flatMap(({ each = {}, ...item }) => combinations(each).map(values => fill(item, values)))
  return [
    ...chunks(items.flatMap(item => (item.log === undefined ? [] : [item.log]))).map(logs => ({
      signal: 'logs' as const,
      body: {
        resourceLogs: [logs.map(logRecord), [logRecord({ record: 'last', attributes: {} })]].map((logRecords, i) => ({
          resource: resource(i === 0 ? run : `${run}/last`),
          scopeLogs: [{ scope: { name: 'ingest-cases' }, logRecords }],
        })),
      },
    })),
    ...chunks(items.flatMap(item => (item.spans === undefined ? [] : [item.spans]))).map(traces => ({
      signal: 'traces' as const,
      body: {
        resourceSpans: [traces.flatMap(trace), trace([{ record: 'last', kind: 'internal' }])].map((spans, i) => ({
          resource: resource(i === 0 ? run : `${run}/last`),
          scopeSpans: [{ scope: { name: 'ingest-cases' }, spans }],
        })),
      },
    })),
  ]
}

const resource = (run: string) => ({ attributes: attributes({ 'service.name': 'ingest-cases', 'test.run': run }) })
const newId = (bytes: 8 | 16) => randomBytes(bytes).toString('hex')

function logRecord({ record, body = '', eventName = '', attributes: own }: LogTemplate): object {
  const all: Record<string, OtlpTestValue> = { ...own, 'test.record': record, 'log.record.uid': newId(16) }
  return {
    timeUnixNano: nowNs(),
    severityNumber: 17,
    eventName,
    body: { stringValue: body },
    attributes: attributes(all),
  }
}

function trace(spans: readonly SpanTemplate[]): object[] {
  const traceId = newId(16)
  const rootId = newId(8)
  return spans.map(({ record, kind, name = 'span', child = false, attributes: own = {}, events = [] }, i) => ({
    traceId,
    spanId: i === 0 ? rootId : newId(8),
    ...(child ? { parentSpanId: rootId } : {}),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nowNs(1_000),
    endTimeUnixNano: nowNs(),
    attributes: attributes({ ...own, 'test.record': record }),
    events: events.map(event => ({
      timeUnixNano: nowNs(),
      name: event.name,
      attributes: attributes({ ...event.attributes, 'test.record': event.record }),
    })),
  }))
}

function combinations(each: NonNullable<Item['each']>): Attributes[] {
  return Object.entries(each).reduce<Attributes[]>(
    (all, [name, values]) => all.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
    [{}],
  )
}

function fill(item: Item, values: Attributes): Item {
  const fillText = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  const fillAny = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value)
    if (Array.isArray(value)) return value.map(fillAny)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [fillText(key), fillAny(inner)]))
  }
  return fillAny(item) as Item
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ITEMS_A_REQUEST) }, (_, i) =>
    all.slice(i * ITEMS_A_REQUEST, (i + 1) * ITEMS_A_REQUEST),
  )
}
