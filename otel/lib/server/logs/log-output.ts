/** Where log lines are written. */
export interface LogOutput {
  write(line: string): unknown
  /** Called after a line that must not wait: a warning or worse. */
  flush?(): void
}

/** An output of the app's own that throws loses its line, not the request that wrote it; told once, as a warning of the process. */
export function guardOutput(output: LogOutput): Required<LogOutput> {
  let isTold = false
  const attempt = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      if (!isTold) process.emitWarning(`logOutput: ${String(error)}`)
      isTold = true
    }
  }
  return { write: line => attempt(() => output.write(line)), flush: () => attempt(() => output.flush?.()) }
}

/** Longest that a line waits for others, ms: a write of its own is the dearest part of a line. */
const gatherMs = 50
const gatherChars = 64 * 1024

/**
 * Gathers lines and writes them to a stream together; at once when asked to, and when the process exits.
 *
 * Ends with the stream: standard output breaks when its reader is killed. Without a listener, that error would be an uncaught
 * exception, whose log line fails in its turn, and so on for ever. Lines go over OTLP all the same.
 */
export function gatherLines(stream: NodeJS.WritableStream): Required<LogOutput> {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let isBroken = false
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = ''
    if (lines !== '' && !isBroken) stream.write(lines)
  }
  stream.on('error', () => {
    isBroken = true
  })
  process.on('exit', flush)
  return {
    flush,
    write(line) {
      waiting += line
      if (waiting.length > gatherChars) flush()
      else timer ??= setTimeout(flush, gatherMs).unref()
    },
  }
}
