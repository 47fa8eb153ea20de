import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createContext } from 'react-router'
import { recordDeliverySteps } from '../../../store/alerts/record-alerts.ts'
import type { CanarySender } from '../../../store/pipeline/get-pipeline-health.ts'
import type { Store } from '../../../store/store.ts'
import { SECOND_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import type { SecretKeys } from '../../access/seal.server.ts'
import { formatElapsed } from '../../format/duration.ts'
import { type AlertLog, createAlertLog } from '../alert-log.server.ts'
import type { KnownChannel } from '../channel.ts'
import { isGone, retryDelayMs } from '../channels/retry.ts'
import type { Sender, SendResult } from '../channels/sender.ts'
import { createDelivery } from '../delivery/deliver.ts'
import type { PlannedMessage } from '../delivery/plan-messages.ts'
import { createStepCache } from '../delivery/step-cache.ts'
import type { Emergency } from '../emergency/emergency.server.ts'
import { createEvaluation } from '../evaluation/evaluate.ts'
import { createEvaluationWorld } from '../evaluation/evaluation-world.ts'
import { createEventCache } from '../event-cache.ts'
import type { AlertEvent } from '../event-content.ts'
import type { JudgeSettings, Judges } from '../judge.ts'
import { composeMessage, composeTestMessage } from '../message/compose.server.ts'
import { findOwner } from '../ownership.ts'
import type { RuleKind } from '../rule.ts'
import { createLoop, reasonOf } from './create-loop.ts'
import { describeTrouble, LATE_MS } from './describe-trouble.ts'

/** The alerts of a desk: what pages read and change, and the work in the background. One for each process. */
export interface Alerts {
  readonly log: AlertLog
  /**
   * The events of the last days, and of episodes that go on, oldest first.
   *
   * @throws {StoreError} Any kind.
   */
  readEvents(): Promise<readonly AlertEvent[]>
  /** The events that the background work last read, without a query; `undefined` before the first time. */
  latestEvents(): readonly AlertEvent[] | undefined
  /** The settings of judges, for previews. */
  judgeSettings(): JudgeSettings
  /** Sends a sample by the real way, and records what became of it. */
  sendTest(channel: KnownChannel): Promise<SendResult>
  /** The state of the background work of this desk. */
  health(): AlertsHealth
  /** Begins to evaluate and to send. */
  start(): void
  close(): Promise<void>
}

export interface AlertsHealth {
  /** When rules were last evaluated without a failure; `undefined` for never. Unix milliseconds. */
  readonly evaluatedMs: number | undefined
  /** The age of the newest telemetry that rules can be judged by, milliseconds. */
  readonly lateMs: number
  /** Why kinds of rules could not be judged by the last evaluation. */
  readonly failures: ReadonlyMap<RuleKind, string>
}

export const alertsContext = createContext<Alerts>()

interface AlertsOptions {
  /** Without a cache. */
  readonly store: Store
  /** Made only when the first channel needs them: a desk without channels needs no data folder. */
  readonly keys: () => Pick<SecretKeys, 'encrypt' | 'decrypt'>
  readonly sender: Sender
  readonly judges: Judges
  readonly emergency: (desk: string) => Emergency
  readonly ownServices: readonly string[]
  readonly canary: CanarySender | undefined
  readonly publicUrl: string
  readonly isCluster: boolean
}

const PASS_MS = 15 * SECOND_MS
/** Longer than an insert takes until every node has it. */
const SETTLE_MS = { one: 2 * SECOND_MS, cluster: 5 * SECOND_MS } as const
/** A request that hangs longer is left to another desk, or to the next start. */
const CLOSE_MS = 5 * SECOND_MS

export function createAlerts(options: AlertsOptions): Alerts {
  const { store, sender, publicUrl } = options
  const desk = randomUUID().slice(0, 12)
  /** Exists only on a desk that evaluates; elsewhere it would raise the alarm that nothing is evaluated. */
  let emergency: Emergency | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const log = createAlertLog({
    store,
    keys: {
      encrypt: (text, of) => options.keys().encrypt(text, of),
      decrypt: (encrypted, of) => options.keys().decrypt(encrypted, of),
    },
  })
  const events = createEventCache(store, Date.now)
  const steps = createStepCache(store, Date.now)
  const failures = new Map<RuleKind, string>()
  let evaluatedMs: number | undefined
  let lateMs = 0
  let deliveryFailure = ''
  let isPrepared = false
  let running: Promise<unknown> = Promise.resolve()

  const judgeSettings = (): JudgeSettings => ({
    ownServices: options.ownServices,
    canary: options.canary,
    ownerOf: about => findOwner(log.latest().ownership, about),
  })

  const evaluation = createEvaluation({
    desk,
    world: createEvaluationWorld({
      ...{ store, judges: options.judges, settings: judgeSettings, events, signal },
      reportFailure: (kind, error) => failures.set(kind, reasonOf(error)),
    }),
  })

  async function compose({ id, events: told }: Pick<PlannedMessage, 'id' | 'events'>) {
    const { rules } = await log.read()
    const notes = lateMs < LATE_MS ? [] : [`Told late: the newest telemetry is ${formatElapsed(nsOfMs(lateMs))} old.`]
    return composeMessage(store, { id, events: told, rules, publicUrl, nowMs: Date.now(), notes, signal })
  }

  const delivery = createDelivery({
    desk,
    settleMs: options.isCluster ? SETTLE_MS.cluster : SETTLE_MS.one,
    world: {
      nowMs: Date.now,
      wait: ms => wait(ms, undefined, { signal }),
      listEvents: () => events.read(),
      listSteps: () => steps.read(signal),
      record: steps => recordDeliverySteps(store, steps),
      send: async message => sender.send(message.channel, await compose(message)),
      retryDelayMs: ({ id, failures }, failed) => retryDelayMs({ message: id, attempt: failures + 1, ...failed }),
      isGone,
      async retire({ id, to }, reason) {
        const { channels } = await log.read({ maxAgeMs: 0 })
        const { id: _, ...channel } = channels.find(each => each.id === id) ?? {}
        // Somebody may have given it another address meanwhile.
        if (!('to' in channel) || !channel.isEnabled || JSON.stringify(channel.to) !== JSON.stringify(to)) return
        await log.save('', { what: 'channel', value: { ...channel, isEnabled: false } }, { id })
        console.warn(`The channel “${channel.name}” was turned off: ${reason}`)
      },
    },
  })

  const delivering = createLoop({
    name: 'Delivery of alerts',
    signal,
    async work() {
      const { channels, silences } = await log.read()
      if (channels.length === 0) return PASS_MS
      const dueMs = await delivery.pass({ channels, silences })
      return Math.min(PASS_MS, Math.max(SECOND_MS, dueMs - Date.now()))
    },
    onEnd(failure) {
      deliveryFailure = failure
    },
  })

  const evaluating = createLoop({
    name: 'Evaluation of alert rules',
    signal,
    async work() {
      if (!isPrepared) await log.prepare()
      isPrepared = true
      const { rules, unreadableRules } = await log.read()
      failures.clear()
      const passed = await evaluation.pass(rules, unreadableRules)
      lateMs = passed.lateMs
      evaluatedMs = Date.now()
      if (passed.hasNews) delivering.wake()
      return PASS_MS
    },
    onEnd(failure) {
      const why = describeTrouble({ evaluation: failure, kinds: failures, delivery: deliveryFailure, lateMs })
      emergency?.report({ isWell: why === '', why })
    },
  })

  return {
    log,
    readEvents: () => events.read(),
    latestEvents: events.latest,
    judgeSettings,
    async sendTest(channel) {
      const event = `test-${randomUUID()}`
      const message = composeTestMessage(channel, { messageId: `msg_${event}`, publicUrl, nowMs: Date.now() })
      const step = { event, channel: channel.id, attempt: 1, desk, message: message.id, retryMs: 0, reason: '' }
      await recordDeliverySteps(store, [{ ...step, state: 'claimed', status: 0, durationMs: 0 }])
      const result = await sender.send(channel, message)
      const { status, durationMs } = result
      const outcome =
        result.state === 'sent' ? ({ state: 'sent' } as const) : ({ state: 'given up', reason: result.reason } as const)
      await recordDeliverySteps(store, [{ ...step, ...outcome, status, durationMs }])
      return result
    },
    health: () => ({ evaluatedMs, lateMs, failures: new Map(failures) }),
    start() {
      emergency = options.emergency(desk)
      running = Promise.all([evaluating.run(), delivering.run()])
    },
    async close() {
      stopping.abort()
      await Promise.race([running, wait(CLOSE_MS, undefined, { ref: false })])
      await emergency?.close()
      await sender.close()
    },
  }
}
