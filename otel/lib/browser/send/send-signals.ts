import { scrubUrl } from '../../scrub-url.ts'
import type { BrowserOptions, OutgoingRecord } from '../entry/options.ts'
import { encodeAttributes } from '../entry/otlp-json.ts'
import { newId, nowMs, type Recorder, type Transaction } from '../entry/recorder.ts'
import { startDelivery } from './delivery.ts'
import { encodeLog, encodeSpan } from './encode-signals.ts'
import { startTracing } from './replay.ts'
import { describeResource } from './resource.ts'
import { openSession, type Session } from './session.ts'
import { info, type Signals, warning } from './signals.ts'
import { processTransactions } from './transaction-processor.ts'

/** Joins session, processor, SDK and delivery to where the agent's parts put their signals. */
export function startSending(
  recorder: Recorder,
  options: BrowserOptions,
  nativeFetch: typeof fetch,
): { signals: Signals; session: Session; flush: () => void; finish: () => void } {
  const { guard } = recorder
  const { endpoint = '/otlp', user, beforeSend } = options
  // One that throws has not said yes.
  const consent = guard(options.consent ?? (() => true))
  const { pageLoad } = recorder
  // The record that says it is the first that it counts.
  const made = { 'errata.telemetry.since': pageLoad.startMs, 'errata.telemetry.logs': 1, 'errata.telemetry.traces': 0 }
  const delivery = startDelivery({
    endpoint,
    resource: () => JSON.stringify({ attributes: encodeAttributes(describeResource(options, consent())) }),
    fetch: nativeFetch,
    onDrop: (count, what) => recordLoss(signals, 'dropped', count, what),
    made,
    // The span says which page it is: a tab that was duplicated has the session of the first.
    onMade: () =>
      signals.log({
        eventName: 'errata.telemetry.made',
        severity: info,
        attributes: made,
        isCount: true,
        parent: pageLoad,
      }),
  })
  /** Of a `beforeSend` that throws nothing is sent: it has not scrubbed the record. */
  const toText = (record: OutgoingRecord, encode: () => object) =>
    beforeSend?.(record) === false ? '' : JSON.stringify(encode())

  const about = ({ id, route }: Transaction) => ({
    'session.id': session.id(),
    'user.id': user && consent() ? guard(user)() : undefined,
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
      // Completed when the batch is made: by then the route of a navigation under way is known more often than not.
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
  // Out of the browser's cache, as a step back may bring it.
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
 * Says how many records had to be given up, or left without their route.
 *
 * @param why The reason, and behind a space the signal where it is known.
 */
export function recordLoss(signals: Signals, what: 'dropped' | 'unstamped', count: number, why?: string): void {
  const [reason, signal] = why?.split(' ') ?? []
  signals.log({
    eventName: `errata.telemetry.${what}`,
    severity: warning,
    attributes: {
      'errata.telemetry.count': count,
      'errata.telemetry.reason': reason,
      'errata.telemetry.signal': signal,
    },
    isCount: true,
  })
}
