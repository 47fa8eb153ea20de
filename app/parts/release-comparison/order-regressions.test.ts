import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortBrowsersByRegression, sortOperationsByRegression, sortVitalsByRating } from './order-regressions.ts'

const counts = fc.nat(400).chain(whole => fc.tuple(fc.constant(whole), fc.nat(whole)))
const browsers = fc.array(
  fc
    .record({ browser: fc.constantFrom('Firefox/141', 'Chrome/126', 'other'), now: counts, before: counts })
    .map(({ browser, now, before }) => ({
      browser,
      sessions: now[0],
      crashed: now[1],
      sessionsBefore: before[0],
      crashedBefore: before[1],
    })),
)

test('browsers that got worse come first, each once, with all of its sessions', () => {
  fc.assert(
    fc.property(browsers, rows => {
      const ordered = sortBrowsersByRegression(rows)
      const rises = ordered.map(({ compared: { direction } }) =>
        direction === 'less' ? -1 : direction === 'more' ? 1 : 0,
      )
      expect(rises).toEqual(rises.toSorted((a, b) => a - b))
      expect(new Set(ordered.map(({ browser }) => browser)).size).toBe(ordered.length)
      const sessions = rows.reduce((sum, row) => sum + row.sessions, 0)
      expect(ordered.reduce((sum, { crashFree }) => sum + crashFree.whole, 0)).toBe(sessions)
      for (const { crashFree, crashFreeBefore, compared } of ordered) {
        const change = crashFree.part / crashFree.whole - crashFreeBefore.part / crashFreeBefore.whole
        if (compared.direction === 'less') expect(change).toBeLessThan(0)
      }
    }),
  )
})

const operation = (name: string, changes: object = {}) => ({
  what: 'duration' as const,
  service: 'shop',
  operation: name,
  now: 100e6,
  before: 100e6,
  median: 80e6,
  medianBefore: 80e6,
  samples: 200,
  samplesBefore: 200,
  failed: 2,
  failedBefore: 2,
  thinnedBy: 1,
  ...changes,
})

test('routes that fail more come first, then those that cost most time, then what got better, and what is unknown last', () => {
  const ordered = sortOperationsByRegression([
    operation('/same'),
    operation('/few', { samples: 5, now: 900e6 }),
    operation('/slow', { now: 130e6 }),
    operation('/slower', { now: 140e6 }),
    operation('/longer', { now: 1_300e6, before: 1_000e6, median: 800e6, medianBefore: 800e6 }),
    operation('/little', { now: 117e6 }),
    operation('/quick', { now: 10e6, before: 6e6 }),
    operation('/failing', { failed: 40 }),
    operation('/mended', { failed: 0, failedBefore: 40, now: 60e6 }),
    operation('/new', { before: undefined, samplesBefore: 0 }),
  ])
  expect(ordered.map(({ operation }) => operation)).toEqual([
    '/failing',
    '/longer',
    '/slower',
    '/slow',
    '/mended',
    '/little',
    '/quick',
    '/same',
    '/few',
    '/new',
  ])
  expect(ordered[0]?.errors).toMatchObject({ before: 0.01, now: 0.2, direction: 'more' })
})

test('web vitals of the routes with the worst ratings come first, complete, and no more routes than asked for', () => {
  const ordered = sortVitalsByRating(
    [
      operation('/slower', { what: 'lcp', now: 2_000 }),
      operation('/slower', { what: 'cls', now: 0.01 }),
      operation('/few', { what: 'cls', now: 0.5, samples: 4 }),
      operation('/poor', { what: 'cls', now: 0.3, samples: 40 }),
      operation('/poor', { what: 'lcp', now: 900 }),
      operation('/left-out', { what: 'lcp', now: 90 }),
    ],
    2,
  )
  expect(ordered.map(({ operation, what }) => `${operation} ${what}`)).toEqual([
    '/poor lcp',
    '/poor cls',
    '/slower lcp',
    '/slower cls',
  ])
})
