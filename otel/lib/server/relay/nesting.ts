/** How deep lists and maps may stand in one another, in an attribute or a body. What a Collector does with more grows faster than the body. */
export const MAX_NESTING = 16

/** Brackets of OTLP's own shape around the value of a span event's attribute, and of the deepest value that is allowed. */
const MAX_BRACKETS = 12 + 4 * MAX_NESTING

const listKeys = new Set(['arrayValue', 'array_value', 'kvlistValue', 'kvlist_value'])

/** Tells whether a parsed OTLP request holds a value that is nested too deep. Takes no stack, however deep that is. */
export function isJsonTooDeep(request: unknown): boolean {
  const left = [{ node: request, brackets: 0, nesting: 0 }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, brackets, nesting } = next
    if (brackets > MAX_BRACKETS || nesting > MAX_NESTING) return true
    if (typeof node !== 'object' || node === null) continue
    for (const [key, inner] of Object.entries(node)) {
      left.push({ node: inner, brackets: brackets + 1, nesting: listKeys.has(key) ? nesting + 1 : nesting })
    }
  }
  return false
}

/** The fields that lead to attributes and bodies: by message, then by number. */
const fieldsOfAll = {
  request: { 1: 'ofResource' },
  ofResource: { 1: 'resource', 2: 'ofScope' },
  resource: { 1: 'pair' },
  ofScope: { 1: 'scope', 2: 'record' },
  scope: { 3: 'pair' },
  event: { 3: 'pair' },
  link: { 4: 'pair' },
  pair: { 2: 'value' },
  value: { 5: 'list', 6: 'map' },
  list: { 1: 'value' },
  map: { 1: 'pair' },
}
const fieldsBySignal: Readonly<Record<string, Readonly<Record<string, Readonly<Record<number, string>>>>>> = {
  '/v1/traces': { ...fieldsOfAll, record: { 9: 'pair', 11: 'event', 13: 'link' } },
  '/v1/logs': { ...fieldsOfAll, record: { 5: 'value', 6: 'pair' } },
}

/**
 * As {@link isJsonTooDeep}, for protobuf.
 *
 * @returns `undefined` where it is no protobuf.
 */
export function isProtobufTooDeep(bytes: Uint8Array, signalPath: string): boolean | undefined {
  const fields = fieldsBySignal[signalPath] ?? {}
  const left = [{ message: 'request', from: 0, to: bytes.length, nesting: 0 }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { message, to, nesting } = next
    if (nesting > MAX_NESTING) return true
    for (let at = next.from; at < to; ) {
      const tag = readVarint(bytes, at, to)
      if (tag === undefined) return undefined
      const field = fieldEnd(bytes, tag.value % 8, tag.end, to)
      if (field === undefined) return undefined
      at = field.to
      const inner = fields[message]?.[Math.floor(tag.value / 8)]
      if (inner === undefined || field.from === undefined) continue
      const isNested = inner === 'list' || inner === 'map'
      left.push({ message: inner, from: field.from, to: field.to, nesting: isNested ? nesting + 1 : nesting })
    }
  }
  return false
}

/** Where a field of a wire type ends, and where its bytes begin if it has a length. */
export function fieldEnd(
  bytes: Uint8Array,
  wireType: number,
  at: number,
  to: number,
): { from?: number; to: number } | undefined {
  if (wireType === 0) {
    const varint = readVarint(bytes, at, to)
    return varint === undefined ? undefined : { to: varint.end }
  }
  if (wireType === 2) {
    const length = readVarint(bytes, at, to)
    if (length === undefined || length.end + length.value > to) return undefined
    return { from: length.end, to: length.end + length.value }
  }
  const size = wireType === 1 ? 8 : wireType === 5 ? 4 : Number.POSITIVE_INFINITY
  return at + size > to ? undefined : { to: at + size }
}

export function readVarint(bytes: Uint8Array, from: number, to: number): { value: number; end: number } | undefined {
  let value = 0
  for (let at = from; at < Math.min(to, from + 10); at++) {
    const byte = bytes[at] ?? 0
    value += (byte % 128) * 128 ** (at - from)
    if (byte < 128) return { value, end: at + 1 }
  }
  return undefined
}
