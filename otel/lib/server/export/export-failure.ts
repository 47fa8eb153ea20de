/**
 * Which of a stock exporter's failures are temporary. It retries those for ten seconds, and then reports only the error: a status of 429,
 * 502, 503 or 504, and a timeout, have no `code`; for any other status it is the `code`.
 */
export function isUnreachable(error: Error | undefined): boolean {
  const code = codeOf(error)
  return code === undefined || (typeof code === 'string' && transientErrorCodes.has(code))
}

export const isTooLarge = (error: Error | undefined) => codeOf(error) === 413

export const isRejectedAsMalformed = (error: Error | undefined) => codeOf(error) === 400

/** Network errors that `@opentelemetry/otlp-exporter-base` retries; a wrong certificate or address is permanent. */
const transientErrorCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

/** The message of an error. Node's error for a name with several addresses has no message, only a code. */
export const reasonOf = (error: Error | undefined): string =>
  error?.message || String(codeOf(error) ?? error?.name ?? 'unknown')

const codeOf = (error: Error | undefined): unknown => (error !== undefined && 'code' in error ? error.code : undefined)
