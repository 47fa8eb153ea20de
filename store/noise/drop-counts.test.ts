import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import {
  type InsertedRow,
  logRow,
  noiseRow,
  openTestStore,
  randomHexId,
  spanRow,
  type TestStore,
} from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { findDrop } from './find-drop.ts'
import { listDropSamples } from './list-drop-samples.ts'
import { listDrops } from './list-drops.ts'
import { listDropsBy } from './list-drops-by.ts'

/** Drops are counted once, not per delivery. */

const nowMs = Date.now()
const MINUTE_NS = 60_000_000_000n
/** All in one hour, so that samples are chosen among all of them. */
const hourNs = nsOfMs(nowMs - 3_600_000) - (nsOfMs(nowMs - 3_600_000) % (60n * MINUTE_NS))
const range = rangeEndingAt(nowMs + 60_000, 3 * 3_600_000)
const traceIds = [randomHexId(16), randomHexId(16)]

/** An item that a rule removed; equal items are one. */
const things = fc.uniqueArray(
  fc.record({
    shape: fc.constantFrom('span' as const, 'event' as const, 'log' as const),
    service: fc.constantFrom('shop', 'shop-browser'),
    release: fc.constantFrom('1.0', '1.1'),
    trace: fc.nat(1),
    /** Id of the span (of an event: its span) or of the log record. */
    id: fc.nat(400),
    rule: fc.nat(1),
  }),
  { minLength: 1, maxLength: 60, selector: ({ shape, service, id }) => `${shape} ${service} ${id}` },
)
type Thing = Parameters<Parameters<typeof things.filter>[0]>[0][number]

const ruleOf = ({ shape, rule }: Thing) =>
  (shape === 'span' ? ['health-check', 'not-found'] : ['cross-origin-script-error', 'resize-observer-loop'])[rule] ?? ''

function rowOf(thing: Thing): InsertedRow {
  const { shape, service, release, trace, id } = thing
  const at = hourNs + BigInt(id % 50) * MINUTE_NS + 1_000_000n
  const same = { at, service, traceId: traceIds[trace] ?? '', resource: { 'service.version': release } }
  const spanId = id.toString(16).padStart(16, '0')
  const mark = `${ruleOf(thing)}/1`
  const attributes = { 'errata.transaction.route': `/${id % 3}` }
  if (shape === 'span') return noiseRow(mark, spanRow({ ...same, spanId, attributes }))
  if (shape === 'log') {
    return noiseRow(mark, logRow({ ...same, attributes: { ...attributes, 'log.record.uid': `${id}` } }))
  }
  // The span was kept, so it has no mark. Its first event was kept too.
  const events = [{ name: 'exception' }, { name: 'exception', attributes: { 'errata.noise.rule': mark } }]
  return noiseRow('', spanRow({ ...same, spanId: `e${spanId.slice(1)}`, attributes, events }))
}

const senderOf = ({ service }: Thing) => (service === 'shop' ? 'server' : 'browser')

const tally = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, name => name)].map(([name, all]) => [name, all.length]).toSorted())

async function answersOf(store: TestStore) {
  const drops = await listDrops(store, { range })
  const whose = await listDropsBy(store, { range, limit: 10 })
  const of = (by: 'service' | 'route' | 'release') =>
    Object.fromEntries(whose[by].rows.map(({ name, removed }) => [name, removed]).toSorted())
  return {
    drops,
    of: { service: of('service'), route: of('route'), release: of('release') },
    samples: await listDropSamples(store, { range, limit: 500 }),
    traces: await Promise.all(traceIds.map(subject => findDrop(store, { subject }))),
  }
}

test('counts each item once, however it is ordered, split and repeated', async () => {
  const batches = fc.array(fc.array(fc.nat(59), { minLength: 1, maxLength: 60 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(things, batches, async (all, more) => {
      await using once = await openTestStore(all.map(rowOf))
      await using often = await openTestStore()
      for (const batch of more) await often.insert(batch.flatMap(at => all[at] ?? []).map(rowOf))
      for (const half of [all.slice(all.length / 2), all]) await often.insert(half.toReversed().map(rowOf))

      const answers = await answersOf(once)
      expect(await answersOf(often)).toEqual(answers)
      const counted = answers.drops.flatMap(({ rule, spans, events, logs }) =>
        Object.entries({ span: spans, event: events, log: logs }).flatMap(([shape, count]) =>
          count === 0 ? [] : [[`${rule} ${shape}`, count]],
        ),
      )
      expect(Object.fromEntries(counted.toSorted())).toEqual(tally(all.map(one => `${ruleOf(one)} ${one.shape}`)))
      expect(answers.of).toEqual({
        service: tally(all.map(({ service }) => service)),
        route: tally(all.map(({ id }) => `/${id % 3}`)),
        release: tally(all.map(({ release }) => release)),
      })
      const removedOf = (trace: number) =>
        all.filter(one => one.trace === trace).map(one => `${ruleOf(one)} of a ${senderOf(one)}`)
      expect(answers.traces.map(found => found.map(one => `${one.rule} of a ${one.sender}`).toSorted())).toEqual(
        traceIds.map((_, trace) => [...new Set(removedOf(trace))].toSorted()),
      )
    }),
    { ...runs(2), endOnFailure: true },
  )
})

test('keeps at most 32 samples per rule and hour, the same ones after repeated deliveries', async () => {
  // So many that no slot of the 32 is empty by chance.
  const rows = Array.from({ length: 600 }, (_, id) =>
    rowOf({ shape: 'span', service: 'shop', release: '1.0', trace: 0, id, rule: 0 }),
  )
  await using store = await openTestStore(rows)
  const samples = await listDropSamples(store, { range, limit: 500 })
  expect(samples).toHaveLength(32)

  for (let at = 0; at < rows.length; at += 200) await store.insert(rows.slice(at, at + 200).toReversed())
  expect(await listDropSamples(store, { range, limit: 500 })).toEqual(samples)
  await store.command('OPTIMIZE TABLE noise_spans FINAL')
  expect(await listDropSamples(store, { range, limit: 500 })).toEqual(samples)
})
