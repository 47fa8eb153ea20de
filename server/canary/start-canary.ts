import { DROP_RULE_PROBES } from './probes.ts'
import { newTraceId, type ProbeTarget, sendProbes } from './send-probes.ts'

/** Sends spans all the time, so that a broken pipeline is noticed. */
export interface Canary {
  /** When it started, Unix milliseconds. */
  readonly sinceMs: number
  /** Why the Collector rejected the last span; `undefined` if it accepted it, and before the first. */
  readonly refusal: string | undefined
  stop(): void
}

/** store/pipeline/list-canaries.ts, collector-config.yaml and the pages use this name too. */
const SERVICE = 'errata-canary'
const EVERY_MS = 10_000
/** Every sixth span comes with probes: once a minute. */
const PROBES_EVERY = 6

/** Sends a span every ten seconds, and once a minute a probe for each drop rule. Sending is not traced. */
export function startCanary({ otlpUrl, headers }: Pick<ProbeTarget, 'otlpUrl' | 'headers'>): Canary {
  const ended = new AbortController()
  const sinceMs = Date.now()
  let refusal: string | undefined
  let sent = 0
  let timer: NodeJS.Timeout | undefined

  const send = async () => {
    const probes = sent++ % PROBES_EVERY === 0 ? DROP_RULE_PROBES : []
    const items = [
      { traceId: newTraceId(), name: 'canary' },
      ...probes.map(probe => ({ traceId: newTraceId(), name: `canary ${probe.rule}`, probe })),
    ]
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(EVERY_MS)])
    try {
      refusal = await sendProbes(items, { otlpUrl, headers, service: SERVICE, signal })
      // Rejected probes are sent again with the next span.
      if (refusal !== undefined && probes.length > 0) sent = 0
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
