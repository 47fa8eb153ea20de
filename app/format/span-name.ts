/** What a span is called: a name of blanks would leave nothing to read or press. */
export function spanName(name: string): string {
  return name.trim() || 'unnamed span'
}
