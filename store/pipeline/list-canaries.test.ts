import { expect, test } from 'vitest'
import { logRow, noiseRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listCanaries } from './list-canaries.ts'

const nowMs = Date.now()
const minuteMs = Math.floor(nowMs / 60_000) * 60_000
const range = { from: nsOfMs(nowMs - 600_000), to: nsOfMs(nowMs + 60_000) }
const ago = (seconds: number) => nsOfMs(minuteMs - seconds * 1_000)
const service = 'errata-canary'

test('reports when the newest stored canary and the newest dropped probes were created', async () => {
  await using store = await openTestStore([
    spanRow({ at: ago(20), service, name: 'canary' }),
    spanRow({ at: ago(10), service, name: 'canary' }),
    spanRow({ at: ago(10), service, name: 'canary health-check' }),
    logRow({ at: ago(15), service, body: 'canary resize-observer-loop' }),
    noiseRow('health-check/1', spanRow({ at: ago(70), service })),
    noiseRow('not-found/1', spanRow({ at: ago(60), service })),
  ])

  expect(await listCanaries(store, { range })).toEqual([
    { rule: '', storedNs: ago(10), removedNs: undefined },
    { rule: 'health-check', storedNs: ago(10), removedNs: ago(120) },
    { rule: 'not-found', storedNs: undefined, removedNs: ago(60) },
    { rule: 'resize-observer-loop', storedNs: ago(15), removedNs: undefined },
  ])
})

test('traffic of others, or outside the range, is not a canary', async () => {
  await using store = await openTestStore([
    spanRow({ at: ago(10), service: 'shop', name: 'canary' }),
    spanRow({ at: ago(700), service, name: 'canary' }),
    logRow({ at: ago(10), service: 'shop', body: 'canary not-found' }),
    noiseRow('not-found/1', spanRow({ at: ago(60), service: 'shop' })),
    noiseRow('not-found/1', spanRow({ at: ago(900), service })),
  ])
  expect(await listCanaries(store, { range })).toEqual([])
})
