import { expect, test } from 'vitest'
import { exceptionRow, gaugeRow, logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { getScopeChoices } from './get-scope-choices.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)

test('lists each service, environment and release of the range once, by name', async () => {
  const of = (release: string, environment: string) => ({
    resource: { 'service.version': release, 'deployment.environment.name': environment },
  })
  await using store = await openTestStore([
    spanRow({ at: 3000, ...of('2.4.1', 'production') }),
    spanRow({ at: 2000, ...of('2.4.0', 'production') }),
    spanRow({ at: 1000, ...of('2.4.1', 'staging') }),
    spanRow({ at: 500 }),
    logRow({ at: 1000, service: 'cart' }),
    exceptionRow({ at: 1000, service: 'billing' }),
    spanRow({ at: 28_800_000, service: 'yesterday', ...of('1.0.0', 'yesterday') }),
  ])

  expect(await getScopeChoices(store, { range })).toMatchObject({
    services: ['billing', 'cart', 'shop'],
    environments: ['production', 'staging'],
    releases: ['2.4.0', '2.4.1'],
    newestCanaryNs: undefined,
  })
})

test('has the time of the newest canary and of the response', async () => {
  const beforeMs = Date.now()
  const sentNs = BigInt(beforeMs - 5_000) * 1_000_000n
  await using store = await openTestStore([
    spanRow({ at: sentNs, service: 'errata-canary' }),
    spanRow({ at: sentNs - 10_000_000_000n, service: 'errata-canary' }),
    spanRow({ at: 0 }),
  ])

  const { newestCanaryNs, asOfNs } = await getScopeChoices(store, { range })
  expect(newestCanaryNs).toBe(sentNs)
  expect(Number(asOfNs / 1_000_000n)).toBeGreaterThanOrEqual(beforeMs)
})

test('has the time of the latest report of a Collector, if it is at most an hour old', async () => {
  const report = (minutes: number) =>
    gaugeRow({ at: minutes * 60_000, service: 'otelcol', name: 'otelcol_exporter_queue_size', value: 0 })
  await using store = await openTestStore([report(61)])
  expect((await getScopeChoices(store, { range })).reportedNs).toBeUndefined()

  await store.insert([report(16), report(20)])
  const { reportedNs = 0n, asOfNs } = await getScopeChoices(store, { range })
  expect((asOfNs - reportedNs) / 60_000_000_000n).toBe(16n)
})

test('an empty store has no choices', async () => {
  await using store = await openTestStore()
  expect(await getScopeChoices(store, { range })).toMatchObject({
    services: [],
    environments: [],
    releases: [],
    newestCanaryNs: undefined,
  })
})
