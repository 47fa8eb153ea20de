/** Tells whoever started the process, where there is no logger to tell by. */
export function say(sentence: string): void {
  process.stderr.write(`@errata/otel: ${sentence}\n`)
}
