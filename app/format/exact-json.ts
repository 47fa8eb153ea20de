/**
 * Data as JSON from which {@link readExactJson} reads the same: also integers of 64 bits, which JSON does not have. Each text begins with a
 * letter that tells which of both it is, so that no text can be taken for a number. `undefined` is left out; maps and dates are not supported.
 */
export function writeExactJson(data: unknown): string {
  return JSON.stringify(data, (_, value) =>
    typeof value === 'bigint' ? `n${value}` : typeof value === 'string' ? `s${value}` : value,
  )
}

/** @throws {SyntaxError} For what {@link writeExactJson} has not written. */
export function readExactJson(json: string): unknown {
  return JSON.parse(json, (_, value) => (typeof value === 'string' ? readText(value) : value))
}

function readText(text: string): string | bigint {
  if (text.startsWith('s')) return text.slice(1)
  if (text.startsWith('n')) return BigInt(text.slice(1))
  throw new SyntaxError('A text of exact JSON begins with s or n')
}
