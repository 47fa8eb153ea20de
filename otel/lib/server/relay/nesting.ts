/** Maximum nesting of lists and maps in an attribute or a body. The Collector's cost for deeper ones grows faster than the body. */
export const MAX_NESTING = 16

/** Brackets of OTLP's own structure around the value of a span event's attribute, and of the deepest allowed value. */
const MAX_BRACKETS = 12 + 4 * MAX_NESTING

const listKeys = new Set(['arrayValue', 'array_value', 'kvlistValue', 'kvlist_value'])

/** Whether a parsed OTLP request has a value that is nested too deeply. Not recursive, so any depth is safe. */
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
