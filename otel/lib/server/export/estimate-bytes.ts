/** The parts of a record whose size varies. */
export interface Sized {
  readonly attributes: object
  readonly body?: unknown
  readonly events?: readonly { readonly attributes?: object }[]
}

/** A span or log record without attributes, on the heap. */
const recordBytes = 1_000
const valueBytes = 24
const maxDepth = 16

/** Approximate heap size of a queued record. Checked by estimate-bytes.test.ts. */
export function estimateBytes({ attributes, body, events = [] }: Sized): number {
  let bytes = recordBytes + bytesOf(attributes, 0) + bytesOf(body, 0)
  for (const event of events) bytes += 200 + bytesOf(event.attributes, 0)
  return bytes
}

function bytesOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return valueBytes + Buffer.byteLength(value)
  if (value instanceof Uint8Array) return valueBytes + value.byteLength
  if (typeof value !== 'object' || value === null || depth === maxDepth) return valueBytes
  let bytes = valueBytes
  for (const part of Object.values(value)) bytes += bytesOf(part, depth + 1)
  return bytes
}
