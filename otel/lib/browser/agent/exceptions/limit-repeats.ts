import { type LogRecord, type Signals, severityWarning } from '../../send/signals.ts'

/** An exception's record; its time is that of its occurrence, also if it is sent later. */
export type ExceptionRecord = LogRecord & { readonly atMs: number }

interface Minute {
  recorded: number
  /** Occurrences since the last record. */
  left: number
  last?: ExceptionRecord
  readonly timer: ReturnType<typeof setTimeout>
}

const maxRecorded = 3
const maxErrors = 100

/**
 * Records the first three occurrences of the same error in a minute, and at its end the last one with the number of those before it that
 * were left out: an error in a loop must not cost the visitor's bandwidth, nor hide how often it happened.
 *
 * @returns `record` records an exception, unless it is such a repetition; `end` ends all minutes, because the page may not come back.
 */
export function limitRepeats({ guard, log }: Signals) {
  const minutes = new Map<string, Minute>()

  const endMinute = guard((key: string) => {
    const minute = minutes.get(key)
    minutes.delete(key)
    clearTimeout(minute?.timer)
    if (!minute?.last) return
    const { last, left } = minute
    log({ ...last, attributes: { ...last.attributes, 'errata.exception.repeats': left - 1 || undefined } })
  })

  return {
    /** @returns False for a repetition. */
    record(exception: ExceptionRecord): boolean {
      const key = identify(exception)
      let minute = minutes.get(key)
      if (!minute) {
        const [oldest] = minutes.keys()
        if (oldest !== undefined && minutes.size === maxErrors) endMinute(oldest)
        minute = { recorded: 0, left: 0, timer: setTimeout(endMinute, 60_000, key) }
        minutes.set(key, minute)
      }
      if (minute.recorded++ < maxRecorded) {
        log(exception)
        return true
      }
      minute.left++
      minute.last = exception
      return false
    },
    end(): void {
      for (const key of minutes.keys()) endMinute(key)
    },
  }
}

/** The same error has the same type, message and first frame of the page's own origin, or else of any. */
function identify({ severity, attributes }: ExceptionRecord): string {
  const stack = String(attributes['exception.stacktrace'])
  const frames = stack.split('\n').filter(line => /:\d+:\d+\)?$/.test(line))
  const frame = frames.find(line => line.includes(location.origin)) ?? frames[0]
  return [severity > severityWarning, attributes['exception.type'], attributes['exception.message'], frame].join('\n')
}
