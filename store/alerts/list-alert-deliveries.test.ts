import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { type DeliveryState, listAlertDeliveries } from './list-alert-deliveries.ts'
import { recordDeliverySteps } from './record-alerts.ts'

const step = (state: DeliveryState, event = 'fired') => ({
  ...{ event, channel: 'slack', attempt: 1, desk: 'desk-1', state, message: 'm1' },
  ...{ status: state === 'sent' ? 200 : 0, durationMs: 12, retryMs: 0, reason: '' },
})

test('steps are listed in the order of the database’s clock, and one that was inserted again once, with its first time', async () => {
  await using store = await openTestStore()
  await store.command('SYSTEM STOP MERGES alert_deliveries')
  await recordDeliverySteps(store, [step('claimed')])
  const [claimed] = await listAlertDeliveries(store, { fromNs: 0n, limit: 10 })
  await recordDeliverySteps(store, [step('sent')])
  await recordDeliverySteps(store, [step('claimed')])
  const steps = await listAlertDeliveries(store, { fromNs: 0n, limit: 10 })
  expect(steps).toMatchObject([step('claimed'), step('sent')])
  expect(steps[0]).toEqual(claimed)
})

test('an old step is listed while its event has a recent one', async () => {
  await using store = await openTestStore()
  await recordDeliverySteps(store, [step('claimed'), step('claimed', 'other')])
  await store.command(
    "ALTER TABLE alert_deliveries UPDATE At = now64(9) - 3600 WHERE State = 'claimed' SETTINGS mutations_sync = 2",
  )
  await recordDeliverySteps(store, [step('sent')])
  const recent = { fromNs: nsOfMs(Date.now() - 600_000), limit: 10 }
  expect(await listAlertDeliveries(store, recent)).toMatchObject([step('claimed'), step('sent')])
  expect(await listAlertDeliveries(store, { ...recent, event: 'other' })).toEqual([])
  expect(await listAlertDeliveries(store, { ...recent, channel: 'mail' })).toEqual([])
})
