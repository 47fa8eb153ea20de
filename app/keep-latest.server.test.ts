import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepLatest } from './keep-latest.server.ts'
import { BEAT_MS } from './url/time-range.ts'

const DAY_MS = 86_400_000

/** What is asked can be answered in any order; an answer below 0 is not whole. */
function openKept() {
  const asked = new Map<number, PromiseWithResolvers<number>>()
  let times = 0
  const keep = keepLatest(
    beatMs => {
      times++
      const answer = Promise.withResolvers<number>()
      asked.set(beatMs, answer)
      return answer.promise
    },
    answer => answer >= 0,
  )
  const answer = async (beatMs: number, as = beatMs) => {
    asked.get(beatMs)?.resolve(as)
    await turn()
  }
  return { keep, asked, times: () => times, answer }
}

test('whoever comes first waits, and the others of a beat are told the same, which was asked once', async () => {
  const { keep, asked, answer } = openKept()
  const told = [keep(DAY_MS), keep(DAY_MS + 1), keep(DAY_MS + BEAT_MS - 1)]
  await answer(DAY_MS)
  expect(await Promise.all(told)).toEqual([DAY_MS, DAY_MS, DAY_MS])
  expect([...asked.keys()]).toEqual([DAY_MS])
})

test('in a new beat nobody waits where the one before is known, and what it is asked is told once it is answered', async () => {
  const { keep, answer } = openKept()
  const next = DAY_MS + BEAT_MS
  const first = keep(DAY_MS)
  await answer(DAY_MS)
  await first
  expect(await keep(next)).toBe(DAY_MS)
  await answer(next)
  expect(await keep(next + 1)).toBe(next)
})

test('after a pause nobody is told what is old', async () => {
  const { keep, answer } = openKept()
  const later = DAY_MS + 2 * BEAT_MS
  const first = keep(DAY_MS)
  await answer(DAY_MS)
  await first
  const told = keep(later)
  await answer(later)
  expect(await told).toBe(later)
})

test('a failure is heard by whoever waits for it, and the next one asks again', async () => {
  const { keep, asked, answer } = openKept()
  const first = keep(DAY_MS)
  asked.get(DAY_MS)?.reject(new Error('ours'))
  await expect(first).rejects.toThrow('ours')
  const next = keep(DAY_MS + 1)
  await answer(DAY_MS)
  expect(await next).toBe(DAY_MS)
})

test('what is not whole is told to whoever waits for it alone', async () => {
  const { keep, times, answer } = openKept()
  const first = keep(DAY_MS)
  await answer(DAY_MS, -1)
  expect(await first).toBe(-1)
  const second = keep(DAY_MS + 1)
  await answer(DAY_MS)
  expect(await second).toBe(DAY_MS)
  const next = DAY_MS + BEAT_MS
  expect(await keep(next)).toBe(DAY_MS)
  await answer(next, -1)
  expect(await keep(next + 1)).toBe(DAY_MS)
  await answer(next)
  expect(await keep(next + 2)).toBe(next)
  expect(times()).toBe(4)
})

test('in whatever order answers come, none is told that is more than a beat older than its asker', async () => {
  const step = fc.record({ laterBeats: fc.nat(3), answered: fc.nat(5) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const { keep, asked, answer } = openKept()
      const told: (readonly [number, Promise<number>])[] = []
      let nowMs = DAY_MS
      for (const { laterBeats, answered } of steps) {
        nowMs += laterBeats * BEAT_MS
        told.push([nowMs, keep(nowMs)])
        await answer([...asked.keys()][answered] ?? nowMs)
      }
      for (const beatMs of asked.keys()) await answer(beatMs)
      for (const [askerMs, answered] of told) {
        const beatMs = await answered
        expect(beatMs).toBeGreaterThanOrEqual(askerMs - BEAT_MS)
        expect(beatMs).toBeLessThanOrEqual(askerMs)
      }
    }),
  )
})
