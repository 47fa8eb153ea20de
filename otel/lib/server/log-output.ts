import type { LogOutput } from './logger.ts'

/**
 * Writes to a stream until it breaks, as standard output does when whoever reads it is killed. Heard by nobody, that error would be an
 * uncaught exception, whose log line fails in its turn, and so on for ever. Lines go over OTLP all the same.
 */
export function untilBroken(stream: NodeJS.WritableStream): LogOutput {
  let isBroken = false
  stream.on('error', () => {
    isBroken = true
  })
  return { write: line => !isBroken && stream.write(line) }
}
