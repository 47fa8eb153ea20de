/**
 * Which of a stock exporter's failures pass by themselves. It tries again for ten seconds what it holds to be temporary, and then
 * tells no more than the error: a status of 429, 502, 503 or 504, and a timeout, have no `code`; any other status is the `code`.
 */
export function isUnreachable(error: Error | undefined): boolean {
  const code = codeOf(error)
  return code === undefined || (typeof code === 'string' && passing.has(code))
}

export const isTooLarge = (error: Error | undefined) => codeOf(error) === 413

export const isRejectedAsMalformed = (error: Error | undefined) => codeOf(error) === 400

/** The network's failures that `@opentelemetry/otlp-exporter-base` tries again; a wrong certificate or address stays wrong. */
const passing = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

const codeOf = (error: Error | undefined): unknown => (error !== undefined && 'code' in error ? error.code : undefined)
