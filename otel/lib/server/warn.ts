/** Writes a warning to standard error, for when there is no logger. */
export function warn(message: string): void {
  process.stderr.write(`@errata/otel: ${message}\n`)
}
