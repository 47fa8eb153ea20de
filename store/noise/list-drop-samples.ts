import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64 } from '../units.ts'
import sql from './list-drop-samples.sql?raw'

/** An item that a drop rule removed. */
export interface DropSample extends z.output<typeof row> {
  /** Of a span, as the exporter writes it: `Server`; '' for other items. */
  readonly kind: string
}

/**
 * Lists samples of what the drop rules removed within a day: at most 32 of each rule and hour, chosen at random.
 *
 * @param options.rule '' for every rule.
 * @param options.hidden Services to leave out.
 * @param options.limit 1 to 500.
 * @returns Newest first; an empty array if nothing was removed, or with ERRATA_NOISE_SPECIMENS=0.
 * @throws {StoreError} Any kind.
 */
export function listDropSamples(
  store: Store,
  { rule = '', hidden = [], limit }: { rule?: string; hidden?: readonly string[]; limit: number },
  signal?: AbortSignal,
): Promise<DropSample[]> {
  return store.query({ name: 'list-drop-samples', sql, params: { rule, hidden, limit }, decode: decodeRow }, signal)
}

/** A sample stores the span kind as an attribute (0033). */
const SPAN_KIND_ATTRIBUTE = 'errata.span.kind'

function decodeRow(value: unknown): DropSample {
  const sample = row.parse(value)
  const { [SPAN_KIND_ATTRIBUTE]: kind = '', ...attributes } = sample.attributes
  return { ...sample, attributes, kind }
}

/** Stored as a JSON object of strings. */
const texts = z.string().transform((text, context) => {
  const parsed = z.record(z.string(), z.string()).safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: 'not an object of texts' })
  return z.NEVER
})

const row = z.object({
  rule: z.string(),
  id: z.string(),
  atNs: int64,
  /** Which condition of the rule matched, from 1, in the order of collector-config.yaml. */
  condition: z.number(),
  shape: z.enum(['span', 'event', 'log']),
  service: z.string(),
  route: z.string(),
  release: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  /** Of the span or event. */
  name: z.string(),
  /** The exception's message, else the log's body or the span's status message. */
  text: z.string(),
  attributes: texts,
  resource: texts,
})
