import { setTimeout as wait } from 'node:timers/promises'
import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { OtlpHeaders } from './otlp-access.ts'
import { StartError } from './start-error.ts'

/** A part of the start, in milliseconds since the Unix epoch. */
export interface StartPhase {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
}

interface StartTraceOptions {
  readonly otlpUrl: string
  readonly headers: OtlpHeaders
  readonly deskUrl: string
  /** By which the desk lets it ask. */
  readonly deskHeaders: Readonly<Record<string, string>>
  readonly version: string
  /** Where the processes of this stack say more, absolute paths. */
  readonly logFiles: readonly string[]
  readonly phases: readonly StartPhase[]
  /** How often a process was started or ended; each resets the timeout. */
  readonly starts: () => number
}

/** Since the last process was started or ended. A restart may wait for 30 s, and so may the Collector, up to 45 s, before it sends again. */
const DEADLINE_MS = 60_000

/**
 * Sends the start of the stack as a trace of service `errata-stack`, one child span for each phase, and waits until the app can show it:
 * this proves that receiver, drop rules, queue, exporter and database work, with a span that means something.
 *
 * @param signal aborts the wait.
 * @throws {StartError} If the Collector refuses the trace or it is not stored in time.
 */
export async function sendStartTrace(
  { deskUrl, deskHeaders, starts, logFiles, ...options }: StartTraceOptions,
  signal: AbortSignal,
): Promise<void> {
  const traceId = await send(options, signal)
  let [seen, sinceMs] = [starts(), performance.now()]
  while (performance.now() - sinceMs < DEADLINE_MS) {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
    if (await isStored(deskUrl, { traceId, deskHeaders }, deadline)) return
    await wait(100)
    signal.throwIfAborted()
    // Whatever ended is restarted, and the Collector keeps the span until it can deliver it.
    if (starts() !== seen) [seen, sinceMs] = [starts(), performance.now()]
  }
  throw new StartError(
    `The Collector accepted the first span, but it did not reach the database within 60 s: see ${logFiles.join(' and ')}.`,
  )
}

async function isStored(
  deskUrl: string,
  { traceId, deskHeaders }: Pick<StartTraceOptions, 'deskHeaders'> & { readonly traceId: string },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(`${deskUrl}/readyz?trace=${traceId}`, {
      ...{ signal, headers: deskHeaders },
      redirect: 'error',
    })
    await response.body?.cancel()
    return response.ok
  } catch (error) {
    if (signal.aborted || error instanceof TypeError) return false // Not there yet: the app is being restarted.
    throw error
  }
}

/** @returns the trace id. */
async function send(
  { otlpUrl, headers, version, phases }: Pick<StartTraceOptions, 'otlpUrl' | 'headers' | 'version' | 'phases'>,
  signal: AbortSignal,
): Promise<string> {
  const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = await import(
    '@opentelemetry/sdk-trace-base'
  )
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const made = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'errata-stack', 'service.version': version }),
    spanProcessors: [new SimpleSpanProcessor(made)],
  }).getTracer('errata.stack')
  const root = tracer.startSpan('start', { startTime: Math.min(...phases.map(phase => phase.fromMs)) }, ROOT_CONTEXT)
  const { traceId, spanId } = root.spanContext()
  const stamp = { 'errata.transaction.id': spanId }
  for (const { name, fromMs, toMs } of phases) {
    const options = { startTime: fromMs, attributes: stamp }
    tracer.startSpan(`start ${name}`, options, trace.setSpan(ROOT_CONTEXT, root)).end(toMs)
  }
  root.setAttributes(stamp).end(Math.max(...phases.map(phase => phase.toMs)))

  const exporter = new OTLPTraceExporter({ url: `${otlpUrl}/v1/traces`, headers })
  signal.throwIfAborted()
  const { error } = await new Promise<{ error?: Error }>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    exporter.export(made.getFinishedSpans(), resolve)
  })
  if (error !== undefined) throw new StartError(`The Collector rejected the first span: ${error.message}`)
  await exporter.shutdown()
  return traceId
}
