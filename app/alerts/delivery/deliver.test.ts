import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryStep, NewDeliveryStep } from '../../../store/alerts/list-alert-deliveries.ts'
import { runs } from '../../../test/property-runs.ts'
import { randomNumbers, startVirtualDesks, type VirtualLife } from '../../../test/virtual-desks.ts'
import { createVirtualTime } from '../../../test/virtual-time.ts'
import type { KnownChannel } from '../channel.ts'
import type { SendResult } from '../channels/sender.ts'
import { type AlertEvent, eventContentSchema } from '../event-content.ts'
import { createDelivery, type DeliveryWorld } from './deliver.ts'
import type { PlannedMessage } from './plan-messages.ts'

/*
 * Desks over one database, in virtual time: every call takes a random time, may be the last of its desk (before or after it had its effect), and
 * an insert may be applied twice or stall.
 */

const SETTLE_MS = 2_000
const START_MS = 1_700_000_000_000
const MINUTE_MS = 60_000

const channel = (kind: 'slack' | 'webhook'): KnownChannel =>
  ({
    ...{ id: kind, kind, name: kind, isEnabled: true, isBrief: false },
    to: { url: 'https://example.com', secret: 'whsec_' },
  }) as KnownChannel

interface Scenario {
  readonly seed: number
  readonly skewsMs: readonly number[]
  /** Minute, rule and subject of each event. */
  readonly events: readonly { readonly atMinute: number; readonly rule: number; readonly subject: number }[]
  /** Calls in a thousand after which a desk is dead, that stall, and that a receiver refuses. */
  readonly crashes: number
  readonly stalls: number
  readonly refusals: number
}

interface Receipt {
  readonly id: string
  readonly channel: string
  readonly events: readonly string[]
}

async function deliverAll(scenario: Scenario) {
  const random = randomNumbers(scenario.seed)
  const time = createVirtualTime(START_MS)
  const stored = new Map<string, DeliveryStep>()
  const receipts: Receipt[] = []
  const channels = [channel('slack'), channel('webhook')]
  const events = scenario.events.map(({ atMinute, rule, subject }, i): AlertEvent => {
    const atMs = START_MS + atMinute * MINUTE_MS
    return {
      ...{ id: `event-${i}`, atNs: BigInt(atMs) * 1_000_000n, rule: `rule-${rule}`, revision: '1', desk: '' },
      ...{ subject: `issue-${subject}`, episode: `episode-${i}`, what: 'firing' },
      content: eventContentSchema.parse({ issue: `issue-${subject}`, channels: ['slack', 'webhook'] }),
    }
  })
  /** Then faults end, so that what is left can be delivered. */
  const faultsUntilMs = START_MS + 60 * MINUTE_MS

  const apply = (steps: readonly NewDeliveryStep[], atNs: bigint) => {
    for (const step of steps) {
      const key = JSON.stringify([step.event, step.channel, step.attempt, step.desk, step.state])
      // A repeated row replaces the first, with the later time of the database.
      stored.set(key, { ...step, atNs })
    }
  }

  async function live({ name, skewMs, call, suffers }: VirtualLife): Promise<void> {
    const world: DeliveryWorld = {
      nowMs: () => time.nowMs() + skewMs,
      wait: ms => time.wait(ms),
      listEvents: () => call(() => events.filter(({ atNs }) => atNs <= BigInt(time.nowMs()) * 1_000_000n)),
      listSteps: () =>
        call(() => [...stored.values()].toSorted((a, b) => (a.atNs < b.atNs ? -1 : a.atNs > b.atNs ? 1 : 0))),
      async record(steps) {
        const isStalled = suffers(scenario.stalls)
        // The database takes the time before others can read the rows.
        const atNs = await call(() => BigInt(time.nowMs()) * 1_000_000n)
        await time.wait(random() * (isStalled ? 8_000 : 500))
        await call(() => apply(steps, atNs))
        // Sent again by a proxy.
        if (random() < 0.1) apply(steps, BigInt(time.nowMs()) * 1_000_000n)
      },
      async send(message: PlannedMessage): Promise<SendResult> {
        if (time.nowMs() < faultsUntilMs && random() * 1_000 < scenario.refusals) {
          await call(() => undefined)
          const reason = 'HTTP 500'
          return { ...{ state: 'failed', status: 500, durationMs: 1, reason, isFinal: false }, retryAfterMs: undefined }
        }
        const told = { id: message.id, channel: message.channel.id, events: message.events.map(({ id }) => id) }
        await call(() => receipts.push(told))
        return { state: 'sent', status: 200, durationMs: 1 }
      },
      retryDelayMs: () => 30_000,
      isGone: () => false,
      retire: async () => undefined,
    }
    const delivery = createDelivery({ world, desk: name, settleMs: SETTLE_MS })
    for (;;) {
      const dueMs = await delivery.pass({ channels, silences: [] })
      await time.wait(Math.min(15_000, Math.max(1_000, dueMs - world.nowMs())))
    }
  }
  const { skewsMs, crashes } = scenario
  const countFaults = startVirtualDesks({ time, random, skewsMs, crashes, faultsUntilMs }, live)
  await time.runUntil(START_MS + 3 * 60 * MINUTE_MS)
  return { events, receipts, faults: countFaults() }
}

const scenario = (faults: { readonly crashes: number; readonly stalls: number; readonly refusals: number }) =>
  fc.record({
    seed: fc.integer(),
    skewsMs: fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { minLength: 1, maxLength: 4 }),
    events: fc.array(fc.record({ atMinute: fc.nat(40), rule: fc.nat(2), subject: fc.nat(3) }), {
      minLength: 1,
      maxLength: 6,
    }),
    crashes: fc.constant(faults.crashes),
    stalls: fc.constant(faults.stalls),
    refusals: fc.constant(faults.refusals),
  })

/** Counts how often each channel accepted each event, and under how many ids. */
function countReceipts({ events, receipts }: Awaited<ReturnType<typeof deliverAll>>) {
  return events.flatMap(({ id }) =>
    ['slack', 'webhook'].map(to => {
      const of = receipts.filter(receipt => receipt.channel === to && receipt.events.includes(id))
      return { event: id, channel: to, times: of.length, ids: new Set(of.map(receipt => receipt.id)).size }
    }),
  )
}

test('without faults any number of desks tells each event to each channel exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(scenario({ crashes: 0, stalls: 0, refusals: 100 }), async of => {
      const counted = countReceipts(await deliverAll(of))
      expect(counted.filter(({ times }) => times !== 1)).toEqual([])
    }),
    runs(12),
  )
})

test('over crashes between any two steps and stalls each event is told at least once, and again only under the same id', async () => {
  await fc.assert(
    fc.asyncProperty(scenario({ crashes: 15, stalls: 15, refusals: 100 }), async of => {
      const result = await deliverAll(of)
      const counted = countReceipts(result)
      expect(counted.filter(({ times }) => times === 0)).toEqual([])
      if (result.faults === 0) expect(counted.filter(({ times }) => times > 1)).toEqual([])
      expect(counted.filter(({ channel: to, ids }) => to === 'webhook' && ids > 1)).toEqual([])
      if (result.faults <= 1) expect(counted.filter(({ ids }) => ids > 1)).toEqual([])
    }),
    runs(12),
  )
})
