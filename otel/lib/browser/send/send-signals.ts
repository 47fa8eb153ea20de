import { scrubUrl } from '../../scrub-url.ts'
import type { BrowserOptions, OutgoingRecord } from '../entry/options.ts'
import { encodeAttributes } from '../entry/otlp-json.ts'
import { newId, nowMs, type Recorder, type Transaction } from '../entry/recorder.ts'
import { startDelivery } from './delivery.ts'
import { encodeLog, encodeSpan } from './encode-signals.ts'
import { startTracing } from './replay.ts'
import { describeResource } from './resource.ts'
import { openSession, type Session } from './session.ts'
import { type Signals, severityWarning } from './signals.ts'
import { processTransactions } from './transaction-processor.ts'

/** Connects session, processor, SDK and delivery to the agent's parts. */
export function startSending(
  recorder: Recorder,
  options: BrowserOptions,
  nativeFetch: typeof fetch,
): { signals: Signals; session: Session; flush: () => void; finish: () => void } {
  const { guard } = recorder
  // An exception means no consent.
  const consent = guard(() => options.consent === undefined || options.consent())
  const delivery = startDelivery({
    endpoint: options.endpoint ?? '/otlp',
    resource: () => JSON.stringify({ attributes: encodeAttributes(describeResource(options, consent())) }),
    fetch: nativeFetch,
    onDrop: (count, what) => recordLoss(signals, 'dropped', count, what),
  })
  /** If `beforeSend` throws, the record is not sent, because it was not scrubbed. */
  const toText = (record: OutgoingRecord, encode: () => object) =>
    options.beforeSend?.(record) === false ? '' : JSON.stringify(encode())

  const about = ({ id, route }: Transaction) => ({
    'session.id': session.id(),
    'user.id': options.user && consent() ? guard(options.user)() : undefined,
    'errata.transaction.id': id,
    'errata.transaction.route': route,
  })

  const processor = processTransactions(recorder, (span, transaction) => {
    const attributes = {
      ...span.attributes,
      ...about(transaction),
      'errata.transaction.status_code': transaction.status,
    }
    delivery.push(
      'traces',
      guard(() => toText({ signal: 'span', name: span.name, attributes }, () => encodeSpan(span, attributes))),
    )
  })
  const replay = startTracing(recorder, processor)

  const signals: Signals = {
    guard,
    scrub: url => scrubUrl(url, options.allowedParams),
    onHide: [],
    end(span, details) {
      if (span.endMs !== undefined) return
      span.endMs = details.endMs
      processor.hold(span.transaction, () => replay(span, details))
    },
    log(record) {
      const { atMs = nowMs(), parent = recorder.parent() ?? recorder.page } = record
      // Completed when the batch is made: by then the route of the current navigation is usually known.
      delivery.push(
        'logs',
        guard(() => {
          const { eventName, isCount } = record
          const attributes = {
            ...(isCount ? { 'session.id': session.id() } : about(parent.transaction)),
            ...record.attributes,
            'log.record.uid': newId(16),
          }
          const flags = recorder.traceFlags(parent.transaction.traceId)
          const encode = () => encodeLog(record, { atMs, parent, flags, attributes })
          return isCount ? JSON.stringify(encode()) : toText({ signal: 'log', name: eventName, attributes }, encode)
        }),
      )
    },
    decide(transaction, route, status) {
      Object.assign(transaction, { route, status, decided: true })
      processor.release(transaction)
    },
  }

  const session = openSession(signals, { newSessionId: () => newId(16), mayStore: consent })
  let isLeaving = false
  // Restored from the back/forward cache.
  window.addEventListener('pageshow', () => {
    isLeaving = false
  })
  const flush = guard(() => delivery.flush(isLeaving))
  const finish = () => {
    for (const end of signals.onHide) guard(end)()
    processor.forceFlush()
    const count = processor.takeUnannotated()
    if (count > 0) recordLoss(signals, 'unstamped', count)
    isLeaving = true
    flush()
  }
  return { signals, session, flush, finish }
}

/**
 * Records how many records were dropped, or sent without their route.
 *
 * @param why The reason and, after a space, the signal if known.
 */
export function recordLoss(signals: Signals, what: 'dropped' | 'unstamped', count: number, why?: string): void {
  const [reason, signal] = why?.split(' ') ?? []
  signals.log({
    eventName: `errata.telemetry.${what}`,
    severity: severityWarning,
    attributes: {
      'errata.telemetry.count': count,
      'errata.telemetry.reason': reason,
      'errata.telemetry.signal': signal,
    },
    isCount: true,
  })
}
