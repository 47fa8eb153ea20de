import { DROP_RULE_PROBES } from './probes.ts'
import { newTraceId, type ProbeTarget, sendProbes } from './send-probes.ts'

/** Sends spans all the time, so that a broken pipeline is noticed. */
export interface Canary {
  /** The name of the app that sends it, the same after a restart: `host:port`. */
  readonly app: string
  /** When it started, Unix milliseconds. */
  readonly sinceMs: number
  /** Why the Collector rejected the last span; `undefined` if it accepted it, and before the first. */
  readonly refusal: string | undefined
  /** Says that this app ends, so that nobody misses it. Settles when that is sent, or after two seconds. */
  stop(): Promise<void>
}

/** store/pipeline/list-canaries.ts, which reads the names of spans too, collector-config.yaml and the pages use this name. */
const SERVICE = 'errata-canary'
const EVERY_MS = 10_000
/** For the last one. */
const LAST_MS = 2_000
/** Every sixth span comes with probes: once a minute. */
const PROBES_EVERY = 6

interface CanaryOptions extends Pick<ProbeTarget, 'otlpUrl' | 'headers'> {
  readonly app: string
}

/** Sends a span every ten seconds, and once a minute a probe for each drop rule. Sending is not traced. */
export function startCanary({ app, otlpUrl, headers }: CanaryOptions): Canary {
  const ended = new AbortController()
  const sinceMs = Date.now()
  let refusal: string | undefined
  let sent = 0
  let timer: NodeJS.Timeout | undefined

  const send = async () => {
    const probes = sent++ % PROBES_EVERY === 0 ? DROP_RULE_PROBES : []
    const items = [
      { traceId: newTraceId(), name: `canary @${app}` },
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
    app,
    sinceMs,
    get refusal() {
      return refusal
    },
    async stop() {
      ended.abort()
      clearTimeout(timer)
      const last = { traceId: newTraceId(), name: `canary ended @${app}` }
      const signal = AbortSignal.timeout(LAST_MS)
      await sendProbes([last], { otlpUrl, headers, service: SERVICE, signal })
    },
  }
}
