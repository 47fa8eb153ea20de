import { diag } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { BrowserOptions } from './browser.ts'
import { startDelivery } from './delivery.ts'
import { encodeLog, encodeSpan } from './encode-signals.ts'
import { encodeAttributes } from './otlp-json.ts'
import { watchPageLoad } from './page-load.ts'
import { newId, type Recorder, type SpanRecord } from './recorder.ts'
import { startTracing } from './replay.ts'
import { describeResource } from './resource.ts'
import { readSessionId } from './session.ts'
import { TransactionProcessor } from './transaction-processor.ts'

export interface AgentOptions {
  readonly options: BrowserOptions
  /** The page load, as the recorder began it. */
  readonly pageLoad: SpanRecord
  /** The browser's own `fetch`. */
  readonly nativeFetch: typeof fetch
}

/** Takes over from the buffer of the entry stub: replays what it holds, and sends from here on. */
export function startAgent(recorder: Recorder, { options, pageLoad, nativeFetch }: AgentOptions): void {
  const resource = describeResource(options)
  const delivery = startDelivery({
    endpoint: options.endpoint ?? '/otlp',
    resource: JSON.stringify({ attributes: encodeAttributes(resource) }),
    fetch: nativeFetch.bind(window),
    onDrop: (count, reason) =>
      recorder.log('errata.telemetry.dropped', 13, { 'errata.dropped.count': count, 'errata.dropped.reason': reason }),
  })
  const sessionId = () => readSessionId(() => newId(16))
  const processor = new TransactionProcessor(recorder, (span, transaction) =>
    delivery.push('traces', () => JSON.stringify(encodeSpan(span, transaction, sessionId()))),
  )
  const replay = startTracing(recorder, processor, resourceFromAttributes(resource))

  recorder.sink = record => {
    if ('eventName' in record) {
      // Encoded when the batch is made: by then the route of a navigation under way is known more often than not.
      const uid = newId(16)
      delivery.push('logs', () => JSON.stringify(encodeLog(record, uid, sessionId())))
    } else processor.hold(record.transaction, () => replay(record))
  }
  for (const record of recorder.buffer.splice(0)) recorder.guard(recorder.sink)(record)
  if (recorder.dropped > 0)
    recorder.log('errata.telemetry.dropped', 13, {
      'errata.dropped.count': recorder.dropped,
      'errata.dropped.reason': 'queue_full',
    })
  for (const fault of recorder.faults.splice(0)) diag.error('@errata/otel/browser: a signal was lost', fault)

  watchPageLoad(recorder, pageLoad, options.allowedParams ?? [])
  const hide = recorder.guard(() => delivery.hide())
  const leave = recorder.guard(() => {
    for (const end of recorder.onHide) recorder.guard(end)()
    processor.forceFlush()
    delivery.hide()
  })
  // Chromium fires `pagehide` on the window alone, and before `visibilitychange`.
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && hide())
}
