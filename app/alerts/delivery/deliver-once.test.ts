import { expect, test } from 'vitest'
import type { DeliveryStep } from '../../../store/alerts/list-alert-deliveries.ts'
import type { KnownChannel } from '../channel.ts'
import { type AlertEvent, eventContentSchema } from '../event-content.ts'
import { createDelivery, type DeliveryWorld } from './deliver.ts'

/* One desk with one event, over a database that fails at one step. Time passes only where the test says so. */

const START_MS = 1_700_000_000_000
const CHANNEL = {
  ...{ id: 'slack', kind: 'slack', name: 'slack', isEnabled: true, isBrief: false },
  to: { url: 'https://example.com' },
} as KnownChannel

const EVENT: AlertEvent = {
  ...{ id: 'event', atNs: BigInt(START_MS) * 1_000_000n, rule: 'rule', revision: '1', desk: '', subject: '' },
  ...{ episode: 'episode', what: 'firing', content: eventContentSchema.parse({ channels: ['slack'] }) },
}

function openWorld({
  beforeRead = () => undefined,
  beforeRecord = () => undefined,
}: {
  beforeRead?(nth: number): void
  beforeRecord?(state: string): void
}) {
  const steps: DeliveryStep[] = []
  const clock = { nowMs: START_MS + 60_000 }
  const sent: string[] = []
  let reads = 0
  const world: DeliveryWorld = {
    nowMs: () => clock.nowMs,
    async wait(ms) {
      clock.nowMs += ms
    },
    listEvents: async () => [EVENT],
    async listSteps() {
      beforeRead(++reads)
      return steps
    },
    async record(rows) {
      for (const row of rows) {
        beforeRecord(row.state)
        steps.push({ ...row, atNs: BigInt(clock.nowMs) * 1_000_000n })
      }
    },
    async send({ id }) {
      sent.push(id)
      return { state: 'sent', status: 200, durationMs: 1 }
    },
    retryDelayMs: () => 30_000,
    isGone: () => false,
    retire: async () => undefined,
  }
  const delivery = createDelivery({ world, desk: 'desk', settleMs: 2_000 })
  const pass = () => delivery.pass({ channels: [CHANNEL], silences: [] })
  return { clock, sent, steps, pass }
}

test('a desk that was suspended after its claim does not send: others may have taken it for dead', async () => {
  const { clock, sent, steps, pass } = openWorld({
    beforeRead: nth => {
      if (nth === 2) clock.nowMs += 120_000
    },
  })
  await pass()
  expect(sent).toEqual([])
  expect(steps.map(({ state }) => state)).toEqual(['claimed', 'failed'])
})

test('what was sent while the database was away for a moment is not sent again', async () => {
  let refusals = 2
  const { clock, sent, pass } = openWorld({
    beforeRecord: state => {
      if (state === 'sent' && refusals-- > 0) throw new Error('The database is away.')
    },
  })
  await pass()
  clock.nowMs += 10 * 60_000
  await pass()
  expect(sent).toHaveLength(1)
})
