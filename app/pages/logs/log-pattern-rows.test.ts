import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../../search/parse-search.ts'
import { findLogs } from '../../../store/logs/find-logs.ts'
import { listLogPatterns } from '../../../store/logs/list-log-patterns.ts'
import { nsOfMs } from '../../../store/units.ts'
import { runs } from '../../../test/property-runs.ts'
import { logRow, openTestStore } from '../../../test/store/open-test-store.ts'
import { comparePatterns, logPatternRows, searchOfPattern } from './log-pattern-rows.server.ts'

const base = {
  isMessage: false,
  event: '',
  service: 'shop',
  severity: 5,
  count: 2,
  firstNs: 4n,
  lastNs: 5n,
  line: [0, 2],
}

test('a row has links to its records and to the list without them', () => {
  const [row] = logPatternRows([{ ...base, pattern: 'card * declined' }], {
    search: 'severity:error',
    params: new URLSearchParams('last=1h&patterns=1&before=x'),
  })
  expect(row).toMatchObject({
    severity: { name: 'error', className: 'bad' },
    to: `?${new URLSearchParams({ last: '1h', q: 'severity:error service:shop body:card?*?declined' })}`,
    others: `?${new URLSearchParams({ last: '1h', patterns: '1', q: 'severity:error -(service:shop body:card?*?declined)' })}`,
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).filter(one => !one.includes('\0')),
  fc
    .array(fc.constantFrom('paid ', '42', '"a b"', 'no-1', '*', '%', '_', '\n', '?', '.', ' x@y.z ', '\\', 'é'), {
      maxLength: 9,
    })
    .map(parts => parts.join('')),
  fc.constant('long '.repeat(80)),
)
const records = fc.array(fc.record({ text, isMessage: fc.boolean(), service: fc.constantFrom('shop', 'a b') }), {
  minLength: 1,
  maxLength: 12,
})

test('the records of a pattern are those that it counts, or that also look like it, and none of the others', async () => {
  const fromMs = Date.now() - 3_600_000
  const range = { from: nsOfMs(fromMs), to: nsOfMs(fromMs + 60_000) }
  await fc.assert(
    fc.asyncProperty(records, async rows => {
      await using store = await openTestStore(
        rows.map(({ text, isMessage, service }, i) =>
          logRow({
            at: range.from + BigInt(i),
            service,
            body: isMessage ? '' : text,
            attributes: isMessage ? { 'exception.type': 'E', 'exception.message': text } : {},
          }),
        ),
      )
      const count = async (search: string) => {
        const parsed = parseSearch(search, 'logs')
        expect(parsed.mistakes).toEqual([])
        return (await findLogs(store, { search: parsed.search, range, limit: 100 })).length
      }
      const { patterns } = await listLogPatterns(store, { search: undefined, range, limit: 100 })
      for (const of of patterns) {
        const found = await count(searchOfPattern(of))
        expect(found).toBeGreaterThanOrEqual(of.count)
        expect(await count(searchOfPattern(of, true))).toBe(rows.length - found)
      }
    }),
    runs(3),
  )
})

test('a pattern is new, or so many times as frequent, only beyond chance and as far as it is known', () => {
  const patternOf = (pattern: string, count: number) => ({ ...base, pattern, count })
  const rows = logPatternRows([patternOf('a', 50), patternOf('b', 3), patternOf('c', 9), patternOf('d', 1)], {
    search: '',
    params: new URLSearchParams(),
  })
  const before = [patternOf('a', 10), patternOf('b', 1), patternOf('c', 9)]
  const changesOf = (patterns: typeof before, more: object = {}) =>
    rows.map(({ to }) => comparePatterns(rows, { patterns, total: patterns.length, oneIn: 1, ...more })[to] ?? '')
  expect(changesOf(before)).toEqual(['5×', '', '', 'new'])
  expect(changesOf(before, { total: 2_000 })).toEqual(['5×', '', '', ''])
  expect(changesOf(before, { oneIn: 4 })).toEqual(['', '', '', ''])
  expect(changesOf([])).toEqual(['', '', '', ''])
})
