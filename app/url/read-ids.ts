/** Ids in a text, in lower case and with leading zeros: of a trace 32 hex digits, of a span 16. */
export interface ReadIds {
  readonly traceId?: string | undefined
  readonly spanId?: string | undefined
}

/** Both ids as headers and tools write them: W3C, B3 and Jaeger. */
const PAIRS = [
  /\b[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}\b/,
  /^(?:b3:\s*)?([0-9a-f]{32}|[0-9a-f]{16})-([0-9a-f]{16})(?:-[01d])?(?:-[0-9a-f]{16})?$/,
  /^(?:uber-trace-id:\s*)?([0-9a-f]{1,32})(?::|%3a)([0-9a-f]{1,16})(?::|%3a)[0-9a-f]{1,16}(?::|%3a)[0-9a-f]{1,2}$/,
]
/** `trace_id=…`, `"traceId": "…"`, `trace 0x…`; shorter ones may be words. */
const labelled = (name: string) =>
  new RegExp(
    String.raw`(?<![a-z])${name}(?:[-_. ]?id)?["'\\]*(?:\s*[:=]\s*|\s+)["'\\]*(?:0x)?([0-9a-f][0-9a-f-]{6,}[0-9a-f])(?![\w-])`,
  )
const LABELLED_TRACE = labelled('trace')
const LABELLED_SPAN = labelled('span')
const QUOTES = /^["'`<([{]+|["'`>)\]},;]+$/g
const AWS = /^(?:root=)?1-([0-9a-f]{8}-[0-9a-f]{24})$/
const HEX = /^(?:0x)?([0-9a-f]+)$/

/**
 * Reads the ids that a text says it has, however other tools print them: with a label, a prefix, dashes or quotes, in a header or a line of a
 * log, and of 64 bits or without leading zeros where the text says what they are.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 * @see https://github.com/openzipkin/b3-propagation
 */
export function readIds(typed: string): ReadIds {
  const text = typed.trim().toLowerCase().replace(QUOTES, '')
  for (const pair of PAIRS) {
    const [, trace, span] = pair.exec(text) ?? []
    if (trace !== undefined) return { traceId: padded(trace, 32), spanId: padded(span, 16) }
  }
  const trace = LABELLED_TRACE.exec(text)?.[1]
  const span = LABELLED_SPAN.exec(text)?.[1]
  if (trace !== undefined || span !== undefined) return { traceId: padded(trace, 32), spanId: padded(span, 16) }
  const [, whole = ''] = HEX.exec((AWS.exec(text)?.[1] ?? text).replaceAll('-', '')) ?? []
  return { traceId: whole.length === 32 ? padded(whole, 32) : undefined }
}

/** More than four leading zeros are too rare to be guessed. */
const FEWEST_DIGITS = 12

/** Reads a bare number that is too short for a trace id: it may be one without leading zeros or of 64 bits, or a span id. */
export function guessIds(typed: string): ReadIds {
  const [, digits = ''] = HEX.exec(typed.trim().toLowerCase().replace(QUOTES, '')) ?? []
  if (digits.length < FEWEST_DIGITS || digits.length > 31) return {}
  return { traceId: padded(digits, 32), spanId: padded(digits, 16) }
}

/** @returns `undefined` for what has too many digits, and for zeros, which are no id */
function padded(digits: string | undefined, length: number): string | undefined {
  const id = digits?.replaceAll('-', '').padStart(length, '0') ?? ''
  return id.length === length && /[1-9a-f]/.test(id) ? id : undefined
}
