import { newTraceId, sendOtlp } from './send-otlp.ts'
import { ONE_A_RULE } from './specimens.ts'

/** What is sent all the time to see that it arrives, and how that goes. */
export interface Canary {
  /** Since when, Unix milliseconds. */
  readonly sinceMs: number
  /** Why the Collector did not take the last one; `undefined` where it did, and before the first. */
  readonly refusal: string | undefined
  stop(): void
}

/** store/pipeline/list-canaries.ts, the Collector's ledger and the screens know it by this name. */
const SERVICE = 'errata-canary'
const EVERY_MS = 10_000
/** Specimens come with each of so many spans: once a minute. */
const SPECIMENS_EVERY = 6

/** Sends a span every ten seconds, and once a minute with it what each drop rule must take. Nothing of it is traced. */
export function startCanary({ otlpUrl }: { otlpUrl: string }): Canary {
  const ended = new AbortController()
  const sinceMs = Date.now()
  let refusal: string | undefined
  let sent = 0
  let timer: NodeJS.Timeout | undefined

  const send = async () => {
    const specimens = sent++ % SPECIMENS_EVERY === 0 ? ONE_A_RULE : []
    const items = [
      { traceId: newTraceId(), name: 'canary' },
      ...specimens.map(specimen => ({ traceId: newTraceId(), name: `canary ${specimen.rule}`, specimen })),
    ]
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(EVERY_MS)])
    try {
      refusal = await sendOtlp(items, { otlpUrl, service: SERVICE, signal })
      // The next turn also sends the specimens that were refused.
      if (refusal !== undefined && specimens.length > 0) sent = 0
    } finally {
      if (!ended.signal.aborted) timer = setTimeout(run, EVERY_MS).unref()
    }
  }
  const run = () => {
    send().catch(error => {
      if (!ended.signal.aborted) throw error
    })
  }
  run()
  return {
    sinceMs,
    get refusal() {
      return refusal
    },
    stop() {
      ended.abort()
      clearTimeout(timer)
    },
  }
}
