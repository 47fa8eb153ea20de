import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findStoppedCollectors } from './find-stopped-collectors.ts'

const NOW = 1_000n
/** A Collector that reported between two times; it reports still if the last one is now. */
const run = (collector: string, sinceNs: bigint, reportedNs: bigint) => ({
  collector,
  exporter: 'clickhouse',
  data: 'traces',
  size: 9,
  capacity: 100,
  fullInNs: undefined,
  sinceNs,
  reportedNs,
})
const find = (...runs: ReturnType<typeof run>[]) => findStoppedCollectors(runs, ({ reportedNs }) => reportedNs === NOW)

test('what starts after one has stopped replaces it, what was there before does not', () => {
  expect(find(run('ended', 0n, 400n), run('next', 405n, NOW))).toEqual({ replaced: ['ended'], unreplaced: [] })
  expect(find(run('ended', 0n, 400n), run('other', 0n, NOW))).toEqual({ replaced: [], unreplaced: ['ended'] })
  expect(find(run('a', 0n, 400n), run('b', 0n, 500n), run('next', 505n, NOW))).toEqual({
    replaced: ['b'],
    unreplaced: ['a'],
  })
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
