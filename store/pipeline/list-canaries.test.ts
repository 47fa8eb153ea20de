import { expect, test } from 'vitest'
import { logRow, noiseRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listCanaries } from './list-canaries.ts'

const nowMs = Date.now()
const minuteMs = Math.floor(nowMs / 60_000) * 60_000
const range = { from: nsOfMs(nowMs - 600_000), to: nsOfMs(nowMs + 60_000) }
const ago = (seconds: number) => nsOfMs(minuteMs - seconds * 1_000)
const service = 'errata-canary'

test('reports of each app when its canaries were created, and when the newest dropped probes were', async () => {
  await using store = await openTestStore([
    spanRow({ at: ago(20), service, name: 'canary @one:3000' }),
    spanRow({ at: ago(10), service, name: 'canary @one:3000' }),
    spanRow({ at: ago(40), service, name: 'canary @other:3000' }),
    spanRow({ at: ago(30), service, name: 'canary ended @other:3000' }),
    spanRow({ at: ago(50), service, name: 'canary' }),
    spanRow({ at: ago(10), service, name: 'canary health-check' }),
    logRow({ at: ago(15), service, body: 'canary resize-observer-loop' }),
    noiseRow('health-check/1', spanRow({ at: ago(70), service })),
    noiseRow('not-found/1', spanRow({ at: ago(60), service })),
  ])

  const none = { app: '', firstNs: undefined, storedNs: undefined, isEnded: false, removedNs: undefined }
  const stored = (firstNs: bigint, storedNs = firstNs) => ({ ...none, firstNs, storedNs })
  expect(await listCanaries(store, { range })).toEqual([
    { ...stored(ago(50)), rule: '' },
    { ...stored(ago(20), ago(10)), rule: '', app: 'one:3000' },
    { ...stored(ago(40), ago(30)), rule: '', app: 'other:3000', isEnded: true },
    { ...stored(ago(10)), rule: 'health-check', removedNs: ago(120) },
    { ...none, rule: 'not-found', removedNs: ago(60) },
    { ...stored(ago(15)), rule: 'resize-observer-loop' },
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
