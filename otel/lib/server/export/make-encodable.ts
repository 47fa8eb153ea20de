/** The parts of a record that can contain numbers. */
interface Encodable {
  readonly attributes: object
  readonly body?: unknown
  readonly events?: readonly { readonly attributes?: object }[]
  readonly links?: readonly { readonly attributes?: object }[]
}

/**
 * Converts numbers to text that the stock exporters' JSON cannot represent: NaN and infinities become null there, and a whole number beyond
 * 64 bits an invalid `intValue`. One of them makes the Collector refuse the whole request, so this is called for refused requests.
 * e2e/stock-exporter.spec.ts shows when it can be deleted.
 *
 * @returns True if there was such a number.
 */
export function makeEncodable(items: readonly Encodable[]): boolean {
  let isChanged = false
  for (const { attributes, body, events = [], links = [] } of items) {
    for (const part of [attributes, body, ...[...events, ...links].map(one => one.attributes)]) {
      if (replaceNumbers(part, 0)) isChanged = true
    }
  }
  return isChanged
}

const maxDepth = 16
const beyondInt64 = 2 ** 63

const isEncodable = (value: number) =>
  Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) < beyondInt64)

function replaceNumbers(within: unknown, depth: number): boolean {
  if (typeof within !== 'object' || within === null || within instanceof Uint8Array || depth > maxDepth) return false
  let isChanged = false
  for (const [key, value] of Object.entries(within)) {
    if (typeof value === 'number' && !isEncodable(value))
      isChanged = Reflect.set(within, key, String(value)) || isChanged
    else if (replaceNumbers(value, depth + 1)) isChanged = true
  }
  return isChanged
}
