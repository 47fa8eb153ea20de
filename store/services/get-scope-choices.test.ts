import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
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

test('an empty store has no choices', async () => {
  await using store = await openTestStore()
  expect(await getScopeChoices(store, { range })).toMatchObject({
    services: [],
    environments: [],
    releases: [],
    newestCanaryNs: undefined,
  })
})
