import { expect, test } from 'vitest'
import { exceptionRow, noiseRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listDropSamples } from './list-drop-samples.ts'

const DAY_MS = 24 * 3_600_000
const nowMs = Date.now()
const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
const at = nsOfMs(nowMs - 1_000)

test('lists dropped records in full with their condition, newest first', async () => {
  const resource = { 'service.version': '1.2' }
  const attributes = { 'http.route': '/healthz', quoted: '"a" \\ \n b' }
  await using store = await openTestStore([
    noiseRow(
      'cross-origin-script-error/1',
      exceptionRow({ at: at - 1_000_000n, message: 'Script error.', service: 'shop-browser' }),
    ),
    noiseRow('health-check/2', spanRow({ at, traceId, spanId, name: 'GET /healthz', attributes, resource })),
  ])

  const samples = await listDropSamples(store, { range: rangeEndingAt(Date.now() + 1_000, DAY_MS), limit: 10 })
  expect(samples).toEqual([
    {
      rule: 'health-check',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      atNs: at,
      condition: 2,
      shape: 'span',
      kind: 'Server',
      service: 'shop',
      route: '/healthz',
      release: '1.2',
      traceId,
      spanId,
      name: 'GET /healthz',
      text: '',
      attributes,
      resource: { 'service.name': 'shop', ...resource },
      taken: true,
    },
    expect.objectContaining({
      rule: 'cross-origin-script-error',
      condition: 1,
      shape: 'log',
      kind: '',
      text: 'Script error.',
    }),
  ])
  expect(
    await listDropSamples(store, { range: rangeEndingAt(Date.now() + 1_000, DAY_MS), rule: 'not-found', limit: 10 }),
  ).toEqual([])
})

test('lists nothing that arrived while sampling was off', async () => {
  const off = { 'errata.noise.samples': '0' }
  const event = { name: 'exception', attributes: { 'errata.noise.rule': 'resize-observer-loop/1' } }
  await using store = await openTestStore([
    noiseRow('health-check/1', spanRow({ attributes: off })),
    noiseRow('', spanRow({ attributes: off, events: [event] })),
    noiseRow('resize-observer-loop/1', exceptionRow({ attributes: off })),
  ])
  expect(await listDropSamples(store, { range: rangeEndingAt(Date.now() + 1_000, DAY_MS), limit: 10 })).toEqual([])
})

test('values of a large sample are truncated, and it stays readable', async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key ${i}`, '"'.repeat(4_000)]))
  await using store = await openTestStore([noiseRow('health-check/1', spanRow({ at, attributes: many }))])

  const [sample] = await listDropSamples(store, { range: rangeEndingAt(Date.now() + 1_000, DAY_MS), limit: 1 })
  expect(Object.keys(sample?.attributes ?? {})).toHaveLength(60)
  expect(sample?.attributes['key 7']).toBe('"'.repeat(1_024))
})
