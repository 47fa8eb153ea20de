import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findStopped } from './find-stopped.ts'

const NOW = 1_000n
/** One that reported between two times; it reports still if the last one is now. */
const run = (name: string, sinceNs: bigint, reportedNs: bigint) => ({ name, sinceNs, reportedNs })
const find = (...runs: ReturnType<typeof run>[]) => findStopped(runs, ({ reportedNs }) => reportedNs === NOW)

test('what starts after one has stopped replaces it, what was there before does not', () => {
  expect(find(run('ended', 0n, 400n), run('next', 405n, NOW))).toEqual({ replaced: ['ended'], unreplaced: [] })
  expect(find(run('ended', 0n, 400n), run('other', 0n, NOW))).toEqual({ replaced: [], unreplaced: ['ended'] })
  expect(find(run('a', 0n, 400n), run('b', 0n, 500n), run('next', 505n, NOW))).toEqual({
    replaced: ['b'],
    unreplaced: ['a'],
  })
})

test('what a roll-out starts shortly before one stops replaces it, what was started together with it does not', () => {
  const overlap = { overlapNs: 50n, togetherNs: 20n }
  const unreplaced = (...runs: ReturnType<typeof run>[]) =>
    findStopped(runs, ({ reportedNs }) => reportedNs === NOW, overlap).unreplaced
  expect(unreplaced(run('old', 0n, 400n), run('new', 380n, NOW))).toEqual([])
  expect(unreplaced(run('old', 0n, 400n), run('new', 340n, NOW))).toEqual(['old'])
  expect(unreplaced(run('one', 380n, 400n), run('other', 390n, NOW))).toEqual(['one'])
  expect(unreplaced(run('a', 0n, 400n), run('b', 0n, 410n), run('new', 380n, NOW))).toHaveLength(1)
})

test('of Collectors that were restarted any number of times, only those that stopped for good are not replaced', () => {
  const lives = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 997 }), { minLength: 1, maxLength: 8 }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(lives, fc.boolean(), (restarts, goesOn) => {
      const runs = restarts.flatMap((times, at) => {
        const starts = [0, ...times.toSorted((a, b) => a - b)].map(BigInt)
        return starts.map((sinceNs, i) =>
          run(`${at}.${i}`, sinceNs, i + 1 < starts.length ? (starts[i + 1] ?? 0n) - 1n : goesOn ? NOW : 999n),
        )
      })
      const { replaced, unreplaced } = find(...runs)
      expect(unreplaced.length).toBe(goesOn ? 0 : restarts.length)
      expect(new Set([...replaced, ...unreplaced]).size).toBe(goesOn ? runs.length - restarts.length : runs.length)
    }),
  )
})
