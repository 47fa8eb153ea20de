/** The name of a span, or a substitute for a blank one, which would leave nothing to read or click. */
export function spanName(name: string): string {
  return name.trim() || 'unnamed span'
}
