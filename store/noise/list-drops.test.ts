import { expect, test } from 'vitest'
import { logRow, noiseRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { DROP_RULE_NAMES } from './drop-rules.ts'
import { listDrops } from './list-drops.ts'

/** A whole minute, as drops are counted by minute. */
const minuteMs = Math.floor(Date.now() / 60_000) * 60_000
const range = { from: nsOfMs(minuteMs - 600_000), to: nsOfMs(minuteMs) }
const ago = (seconds: number) => nsOfMs(minuteMs - seconds * 1_000)
const nothing = { spans: 0, events: 0, logs: 0, before: 0, lastNs: undefined, all: 9 }

test('reports for every rule the drops by signal, the previous period, the last match and of how many in all', async () => {
  const message = 'ResizeObserver loop limit exceeded'
  await using store = await openTestStore([
    noiseRow('health-check/1', spanRow({ at: ago(0) })),
    noiseRow('health-check/1', spanRow({ at: ago(61) })),
    noiseRow('health-check/2', spanRow({ at: ago(600) })),
    noiseRow('health-check/2', spanRow({ at: ago(601) })),
    noiseRow('health-check/2', spanRow({ at: ago(1_200) })),
    noiseRow('health-check/2', spanRow({ at: ago(1_201) })),
    noiseRow('resize-observer-loop/1', logRow({ at: ago(90), attributes: { 'exception.message': message } })),
    noiseRow(
      '',
      spanRow({
        at: ago(400),
        events: [{ name: 'exception', attributes: { 'errata.noise.rule': 'resize-observer-loop/1' } }],
      }),
    ),
    noiseRow('of-my-own/1', logRow({ at: ago(700_000) })),
    noiseRow('given-up/1', logRow({ at: ago(32 * 86_400) })),
    ...Array.from({ length: 5 }, () => spanRow({ at: ago(300), traceId: randomHexId(16) })),
    logRow({ at: ago(300) }),
  ])

  const drops = await listDrops(store, { range })
  expect(drops.map(({ rule }) => rule)).toEqual([...DROP_RULE_NAMES, 'of-my-own'])
  expect(drops).toEqual([
    { rule: 'cross-origin-script-error', ...nothing },
    { rule: 'resize-observer-loop', ...nothing, events: 1, logs: 1, lastNs: ago(120) },
    { rule: 'health-check', ...nothing, spans: 2, before: 2, lastNs: ago(120) },
    { rule: 'not-found', ...nothing },
    { rule: 'of-my-own', ...nothing, lastNs: ago(700_020) },
  ])
})

test('is zero for an empty store', async () => {
  await using store = await openTestStore()
  expect(await listDrops(store, { range })).toEqual(DROP_RULE_NAMES.map(rule => ({ rule, ...nothing, all: 0 })))
})

test('drops and how many in all are of the same services and environment', async () => {
  const of = (environment: string) => ({ 'deployment.environment.name': environment })
  const kept = (service: string, environment: string) =>
    spanRow({ at: ago(61), service, resource: of(environment), traceId: randomHexId(16) })
  await using store = await openTestStore([
    noiseRow('health-check/1', spanRow({ at: ago(61), resource: of('staging') })),
    noiseRow('health-check/1', spanRow({ at: ago(61), resource: of('production') })),
    noiseRow('health-check/1', spanRow({ at: ago(61), resource: { 'deployment.environment': 'staging' } })),
    kept('mail', 'staging'),
    kept('own', 'staging'),
    kept('own', 'production'),
  ])

  const allOf = async (filter: object) =>
    (await listDrops(store, { range, ...filter })).find(({ rule }) => rule === 'health-check')
  expect(await allOf({ environment: 'staging' })).toMatchObject({ spans: 2, lastNs: ago(120), all: 4 })
  expect(await allOf({ environment: 'staging', hidden: ['own'] })).toMatchObject({ spans: 2, all: 3 })
  expect(await allOf({ service: 'own' })).toMatchObject({ spans: 0, all: 2 })
  expect(await allOf({ release: '9' })).toMatchObject({ spans: 0, all: 0 })
})
