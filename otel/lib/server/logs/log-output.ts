/** Where log lines are written. */
export interface LogOutput {
  write(line: string): unknown
  /** Called after a line that must not be delayed: a warning or worse. */
  flush?(): void
}

/** If the app's own output throws, its line is lost, but the request that wrote it is not affected; reported once, as a process warning. */
export function guardOutput(output: LogOutput): Required<LogOutput> {
  let hasWarned = false
  const attempt = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      if (!hasWarned) process.emitWarning(`logOutput: ${String(error)}`)
      hasWarned = true
    }
  }
  return { write: line => attempt(() => output.write(line)), flush: () => attempt(() => output.flush?.()) }
}

/** Maximum delay of a line, ms: a separate write is the most expensive part of a line. */
const gatherMs = 50
const gatherChars = 64 * 1024

/**
 * Collects lines and writes them to a stream together; at once on request, and when the process exits.
 *
 * Ends with the stream: stdout breaks when its reader is killed. Without a listener, that error would be an uncaught exception, whose log
 * line fails in turn, and so on. Lines are still sent over OTLP.
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
