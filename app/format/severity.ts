/** Names of the ranges of severities, from 0: none. */
const NAMES = ['none', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/**
 * The name of a severity, as searches have it; `none` for 0.
 *
 * @see https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber
 */
export function severityName(severityNumber: number): string {
  return NAMES[Math.ceil(severityNumber / 4)] ?? 'none'
}

/** CSS class of a severity: `bad` from errors on, `warn` for warnings, `''` below. */
export function severityClass(severityNumber: number): 'bad' | 'warn' | '' {
  if (severityNumber >= 17) return 'bad'
  return severityNumber >= 13 ? 'warn' : ''
}
