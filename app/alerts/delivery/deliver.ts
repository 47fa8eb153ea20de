import type { DeliveryStep, NewDeliveryStep } from '../../../store/alerts/list-alert-deliveries.ts'
import { msOfNs } from '../../../store/time-units.ts'
import type { KnownChannel } from '../channel.ts'
import type { SendResult } from '../channels/sender.ts'
import type { AlertEvent } from '../event-content.ts'
import type { KnownSilence } from '../silence.ts'
import { listClaims, type SeenStep } from './claims.ts'
import { type PlannedMessage, planMessages, type SeenEvent } from './plan-messages.ts'

/** The database, the clock and the sender, as delivery uses them. */
export interface DeliveryWorld {
  /** Unix milliseconds, by this process. */
  nowMs(): number
  wait(ms: number): Promise<void>
  /** Events that may still have to be told, oldest first. */
  listEvents(): Promise<readonly AlertEvent[]>
  /** Steps of their deliveries. */
  listSteps(): Promise<readonly DeliveryStep[]>
  record(steps: readonly NewDeliveryStep[]): Promise<void>
  send(message: PlannedMessage): Promise<SendResult>
  /** Returns the time until the next attempt, milliseconds; `undefined` to give up. */
  retryDelayMs(message: PlannedMessage, failed: FailedSend): number | undefined
  /** By the status of an answer: the receiver will never be there again. */
  isGone(status: number): boolean
  /** Turns off a channel whose receiver has gone. */
  retire(channel: KnownChannel, reason: string): Promise<void>
}

export interface Delivery {
  /**
   * Sends what is to be sent now, and comes back when that is settled.
   *
   * @returns When there is more to do, if nothing else happens; Unix milliseconds.
   * @throws What the world throws: nothing is lost by it, for what is to be sent is derived anew.
   */
  pass(to: { readonly channels: readonly KnownChannel[]; readonly silences: readonly KnownSilence[] }): Promise<number>
}

type FailedSend = Extract<SendResult, { state: 'failed' }>

interface DeliveryOptions {
  readonly world: DeliveryWorld
  /** Names this process among all that ever ran. */
  readonly desk: string
  /**
   * The time after an insert until every node can read it, milliseconds. A desk whose own insert of a claim took longer does not send.
   */
  readonly settleMs: number
}

const [RECORD_AGAIN_MS, RECORD_AGAIN_FOR_MS] = [3_000, 60_000] as const
/** A desk that took longer to decide does not send: with composing and sending its claim might be void before that is done. */
const MAX_DECIDE_MS = 20_000

/**
 * Any number of desks send each message once: claim, settle, read. A desk stores that it is about to send, waits, reads all claims, and sends if
 * its own came first. A claim without an outcome is void after a while, and another attempt is made under the same id. So a fault costs at most
 * one repetition.
 */
export function createDelivery({ world, desk, settleMs }: DeliveryOptions): Delivery {
  let seenSteps = new Map<string, SeenStep>()
  let seenEvents = new Map<string, SeenEvent>()
  let isFirst = true

  async function readSteps(): Promise<SeenStep[]> {
    const steps = await world.listSteps()
    const nowMs = world.nowMs()
    const seen = steps.map((step): SeenStep => {
      const atMs = msOfNs(step.atNs)
      const first = { ...step, seenMs: nowMs, assumedMs: isFirst ? Math.min(nowMs, atMs) : nowMs }
      return seenSteps.get(keyOf(step)) ?? first
    })
    seenSteps = new Map(seen.map(step => [keyOf(step), step]))
    return seen
  }

  async function readEvents(): Promise<SeenEvent[]> {
    const events = await world.listEvents()
    const nowMs = world.nowMs()
    const seen = events.map((event): SeenEvent => {
      const atMs = msOfNs(event.atNs)
      return seenEvents.get(event.id) ?? { ...event, seenMs: isFirst ? Math.min(nowMs, atMs) : nowMs }
    })
    seenEvents = new Map(seen.map(event => [event.id, event]))
    return seen
  }

  const stepsOf = (
    { id, channel, attempt, events }: PlannedMessage,
    rest: Pick<NewDeliveryStep, 'state'> & Partial<NewDeliveryStep>,
  ): NewDeliveryStep[] =>
    events.map(event => ({
      ...{ event: event.id, channel: channel.id, attempt, desk, message: id },
      ...{ status: 0, durationMs: 0, retryMs: 0, reason: '', ...rest },
    }))

  /** Stores an outcome, with retries: without it the message would be sent again as soon as the claim is void. */
  async function recordOutcome(steps: readonly NewDeliveryStep[]): Promise<void> {
    const startedMs = world.nowMs()
    for (;;) {
      try {
        return await world.record(steps)
      } catch (error) {
        if (world.nowMs() - startedMs > RECORD_AGAIN_FOR_MS) throw error
        await world.wait(RECORD_AGAIN_MS)
      }
    }
  }

  async function sendOne(message: PlannedMessage): Promise<void> {
    const result = await world.send(message)
    const { status, durationMs } = result
    if (result.state === 'sent') {
      await recordOutcome(stepsOf(message, { state: 'sent', status, durationMs }))
      return
    }
    const retryMs = world.retryDelayMs(message, result)
    const outcome = { status, durationMs, reason: result.reason }
    await recordOutcome(
      stepsOf(
        message,
        retryMs === undefined ? { state: 'given up', ...outcome } : { state: 'failed', ...outcome, retryMs },
      ),
    )
    if (world.isGone(status)) await world.retire(message.channel, result.reason)
  }

  return {
    async pass({ channels, silences }) {
      const events = await readEvents()
      const steps = await readSteps()
      isFirst = false
      const plan = planMessages({ nowMs: world.nowMs(), events, steps, channels, silences })
      if (plan.messages.length === 0) return plan.dueMs
      const claimedMs = world.nowMs()
      await world.record(plan.messages.flatMap(message => stepsOf(message, { state: 'claimed' })))
      const withdraw = async (reason: string) => {
        await world.record(plan.messages.flatMap(message => stepsOf(message, { state: 'failed', reason })))
        return world.nowMs()
      }
      // Others may have decided before they could see it.
      if (world.nowMs() - claimedMs > settleMs) return withdraw('The database took too long to store the claim.')
      await world.wait(settleMs)
      const settled = await readSteps()
      if (world.nowMs() - claimedMs > settleMs + MAX_DECIDE_MS)
        return withdraw('The database took too long to tell who claimed it.')
      const sent = new Set(
        settled.filter(({ state }) => state === 'sent').map(of => JSON.stringify([of.event, of.channel])),
      )
      const mine = new Set(
        [...Map.groupBy(settled, ({ channel }) => channel)].flatMap(([channel, of]) =>
          listClaims(of)
            .filter(claim => claim.isAccepted && claim.desk === desk)
            .map(({ message, attempt }) => JSON.stringify([channel, message, attempt])),
        ),
      )
      const isMine = ({ id, channel, attempt, events: told }: PlannedMessage) =>
        told.every(event => !sent.has(JSON.stringify([event.id, channel.id]))) &&
        mine.has(JSON.stringify([channel.id, id, attempt]))
      // One receiver that hangs keeps no other waiting.
      const outcomes = await Promise.allSettled(plan.messages.filter(isMine).map(sendOne))
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      return world.nowMs()
    },
  }
}

const keyOf = ({ event, channel, attempt, desk, state }: DeliveryStep) =>
  JSON.stringify([event, channel, attempt, desk, state])
