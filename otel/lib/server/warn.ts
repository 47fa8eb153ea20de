/** Writes a warning to stderr, if there is no logger. */
export function warn(message: string): void {
  process.stderr.write(`@errata/otel: ${message}\n`)
}
