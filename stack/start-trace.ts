import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/** A part of the start, in milliseconds since the Unix epoch. */
export interface Phase {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Sends the start of the stack as a trace of service `errata-stack`, one child span a phase, and waits until the desk can show it:
 * the proof that receiver, drop rules, queue, exporter and store work, on a span that means something.
 *
 * @param signal ends the wait.
 * @throws {StartError} When the Collector refuses the trace or it is not stored in time.
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export async function sendStartTrace(
  {
    otlpUrl,
    deskUrl,
    version,
    phases,
  }: { otlpUrl: string; deskUrl: string; version: string; phases: readonly Phase[] },
  signal: AbortSignal,
): Promise<void> {
  const traceId = randomBytes(16).toString('hex')
  const response = await fetch(`${otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(startTrace(traceId, version, phases)),
    signal,
  })
  if (!response.ok)
    throw new StartError(`The Collector refused the first span (${response.status}): ${await response.text()}`)

  const deadline = AbortSignal.any([signal, AbortSignal.timeout(30_000)])
  while (!deadline.aborted) {
    if (await isStored(deskUrl, traceId, deadline)) return
    await wait(100)
  }
  signal.throwIfAborted()
  throw new StartError(
    'The Collector took the first span, but it did not reach the store within 30 s: see collector.log and engine.log in the data folder.',
  )
}

async function isStored(deskUrl: string, traceId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${deskUrl}/readyz?trace=${traceId}`, { signal })
    await response.body?.cancel()
    return response.ok
  } catch (error) {
    if (signal.aborted || error instanceof TypeError) return false // Not there yet: the desk is being started again.
    throw error
  }
}

function startTrace(traceId: string, version: string, phases: readonly Phase[]) {
  const rootId = randomBytes(8).toString('hex')
  const span = (name: string, spanId: string, parentSpanId: string, fromMs: number, toMs: number) => ({
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: 1,
    startTimeUnixNano: nanoseconds(fromMs),
    endTimeUnixNano: nanoseconds(toMs),
    attributes: [{ key: 'errata.transaction.id', value: { stringValue: rootId } }],
  })
  const from = Math.min(...phases.map(phase => phase.fromMs))
  const to = Math.max(...phases.map(phase => phase.toMs))
  return {
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'errata-stack' } },
            { key: 'service.version', value: { stringValue: version } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'errata.stack' },
            spans: [
              span('start', rootId, '', from, to),
              ...phases.map(({ name, fromMs, toMs }) =>
                span(`start ${name}`, randomBytes(8).toString('hex'), rootId, fromMs, toMs),
              ),
            ],
          },
        ],
      },
    ],
  }
}

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)
