import { expect, test } from 'vitest'
import { noiseRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { findDrop } from './find-drop.ts'

const secondMs = Math.floor(Date.now() / 1_000) * 1_000
const ago = (seconds: number) => nsOfMs(secondMs - seconds * 1_000)
const traceId = randomHexId(16)

test('finds the rules that dropped something by trace id and by digest, with times', async () => {
  const attributes = { 'errata.error.digest': 'k7m2p9qx' }
  await using store = await openTestStore([
    noiseRow('health-check/1', spanRow({ traceId, at: ago(90) })),
    noiseRow('health-check/1', spanRow({ traceId, at: ago(30), attributes })),
    noiseRow('not-found/1', spanRow({ traceId, at: ago(60) })),
    noiseRow('not-found/1', spanRow({ at: ago(1) })),
  ])

  expect(await findDrop(store, { subject: traceId })).toEqual([
    { rule: 'health-check', sender: 'server', firstNs: ago(90), lastNs: ago(30) },
    { rule: 'not-found', sender: 'server', firstNs: ago(60), lastNs: ago(60) },
  ])
  expect(await findDrop(store, { subject: 'k7m2p9qx' })).toEqual([
    { rule: 'health-check', sender: 'server', firstNs: ago(30), lastNs: ago(30) },
  ])
})

test('finds nothing that no rule dropped', async () => {
  await using store = await openTestStore([
    spanRow({ traceId }),
    noiseRow('health-check/1', spanRow({ traceId: randomHexId(16) })),
  ])
  expect(await findDrop(store, { subject: traceId })).toEqual([])
  expect(await findDrop(store, { subject: '' })).toEqual([])
})

test('what a browser sends with the id of a trace is no word about what servers sent', async () => {
  const [served, healthy] = [randomHexId(16), randomHexId(16)]
  const forged = (rule: string, trace: string, at: bigint) =>
    noiseRow(rule, spanRow({ traceId: trace, at, service: 'shop-browser' }))
  await using store = await openTestStore([
    spanRow({ traceId: served }),
    forged('health-check/1', served, ago(1)),
    noiseRow('health-check/2', spanRow({ traceId: healthy, at: ago(60) })),
    forged('not-found/1', healthy, ago(5)),
  ])

  expect(await findDrop(store, { subject: served })).toEqual([
    { rule: 'health-check', sender: 'browser', firstNs: ago(1), lastNs: ago(1) },
  ])
  expect(await findDrop(store, { subject: healthy })).toEqual([
    { rule: 'health-check', sender: 'server', firstNs: ago(60), lastNs: ago(60) },
    { rule: 'not-found', sender: 'browser', firstNs: ago(5), lastNs: ago(5) },
  ])
})
