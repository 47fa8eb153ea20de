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
    { rule: 'health-check', firstNs: ago(90), lastNs: ago(30) },
    { rule: 'not-found', firstNs: ago(60), lastNs: ago(60) },
  ])
  expect(await findDrop(store, { subject: 'k7m2p9qx' })).toEqual([
    { rule: 'health-check', firstNs: ago(30), lastNs: ago(30) },
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
