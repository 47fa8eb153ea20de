import type { BrowserOptions, OutgoingRecord } from './browser.ts'
import { startDelivery } from './delivery.ts'
import { encodeLog, encodeSpan } from './encode-signals.ts'
import { encodeAttributes } from './otlp-json.ts'
import { newId, nowMs, type Recorder, type Transaction } from './recorder.ts'
import { startTracing } from './replay.ts'
import { describeResource } from './resource.ts'
import { openSession, type Session } from './session.ts'
import { type Signals, warning } from './signals.ts'
import { TransactionProcessor } from './transaction-processor.ts'

/** Joins session, processor, SDK and delivery to where the agent's parts put their signals. */
export function startSending(
  recorder: Recorder,
  options: BrowserOptions,
  nativeFetch: typeof fetch,
): { signals: Signals; session: Session; hide: () => void; leave: () => void } {
  const { guard } = recorder
  const { endpoint = '/otlp', user, beforeSend = () => true } = options
  // One that throws has not said yes.
  const consent = guard(options.consent ?? (() => true))
  const delivery = startDelivery({
    endpoint,
    resource: () => JSON.stringify({ attributes: encodeAttributes(describeResource(options, consent())) }),
    fetch: nativeFetch,
    onDrop: (count, reason) => tellOfLoss(signals, 'dropped', count, reason),
  })
  const asked = guard(beforeSend)
  const isKept = (record: OutgoingRecord) => asked(record) !== false

  const about = ({ id, route }: Transaction) => ({
    'session.id': session.id(),
    'user.id': user && consent() ? guard(user)() : undefined,
    'errata.transaction.id': id,
    'errata.transaction.route': route,
  })

  const processor = new TransactionProcessor(recorder, (span, transaction) => {
    const attributes = {
      ...span.attributes,
      ...about(transaction),
      'errata.transaction.status_code': transaction.status,
    }
    if (!isKept({ signal: 'span', name: span.name, attributes })) return
    delivery.push(
      'traces',
      guard(() => JSON.stringify(encodeSpan(span, attributes))),
    )
  })
  const replay = startTracing(recorder, processor, options.sampleRatio ?? 1)

  const signals: Signals = {
    guard,
    onHide: [],
    end(span, details) {
      if (span.endMs !== undefined) return
      span.endMs = details.endMs
      processor.hold(span.transaction, () => replay(span, details))
    },
    log(record) {
      const { atMs = nowMs(), parent = recorder.parent() ?? recorder.page } = record
      const own = { ...record.attributes, 'log.record.uid': newId(16) }
      // Completed when the batch is made: by then the route of a navigation under way is known more often than not.
      delivery.push(
        'logs',
        guard(() => {
          const attributes = { ...about(parent.transaction), ...own }
          if (!isKept({ signal: 'log', name: record.eventName, attributes })) return undefined
          return JSON.stringify(encodeLog(record, { atMs, parent, attributes }))
        }),
      )
    },
    decide(transaction, route, status) {
      Object.assign(transaction, { route, status, decided: true })
      processor.release(transaction)
    },
  }

  const session = openSession(signals, { newSessionId: () => newId(16), mayStore: consent })
  const hide = guard(() => delivery.hide())
  const leave = () => {
    for (const end of signals.onHide) guard(end)()
    guard(() => processor.forceFlush())()
    const count = processor.takeUnstamped()
    if (count > 0) tellOfLoss(signals, 'unstamped', count)
    hide()
  }
  return { signals, session, hide, leave }
}

/** Says how many records had to be given up, and why, or left without their route. */
export function tellOfLoss(signals: Signals, what: 'dropped' | 'unstamped', count: number, reason?: string): void {
  const attributes = { 'errata.telemetry.count': count, 'errata.telemetry.reason': reason }
  signals.log({ eventName: `errata.telemetry.${what}`, severity: warning, attributes })
}
