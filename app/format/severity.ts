interface Severity {
  readonly severityNumber: number
  readonly severityText: string
}

/**
 * The severity as sent, else by its number; `none` if neither is set.
 *
 * @see https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber
 */
export function severityName({ severityNumber, severityText }: Severity): string {
  if (severityText !== '') return severityText.toLowerCase()
  return ['none', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'][Math.ceil(severityNumber / 4)] ?? 'none'
}

/** CSS class of a severity: `bad` from errors on, `warn` for warnings, `''` below. */
export function severityClass(severityNumber: number): 'bad' | 'warn' | '' {
  if (severityNumber >= 17) return 'bad'
  return severityNumber >= 13 ? 'warn' : ''
}
