import fc from 'fast-check'
import { expect, test } from 'vitest'
import { severityClass, severityName } from '../../app/format/severity.ts'
import { parseSearch } from '../../search/parse-search.ts'
import { findLogs } from '../../store/logs/find-logs.ts'
import { listLogFacets } from '../../store/logs/list-log-facets.ts'
import { listLogPatterns } from '../../store/logs/list-log-patterns.ts'
import { nsOfMs } from '../../store/units.ts'
import { runs } from '../property-runs.ts'
import { logRow, openTestStore, type TestStore } from './open-test-store.ts'

const range = { from: nsOfMs(Date.now() - 3_600_000), to: nsOfMs(Date.now() + 60_000) }
const logsOf = (store: TestStore, text = '') =>
  findLogs(store, { search: parseSearch(text, 'logs').search, range, limit: 500 })

const names = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

test('a log record has one severity for label, colour, search, counts, chart and patterns', async () => {
  await using store = await openTestStore()
  const severity = fc.record({
    severityNumber: fc.oneof(fc.constant(0), fc.nat({ max: 40 }), fc.constant(255)),
    severityText: fc.constantFrom(
      '',
      'ERROR',
      'info',
      'Warning',
      ' SEVERE ',
      'NOTICE',
      'W',
      'CRITICAL',
      'fatal2',
      'loud',
    ),
  })
  const sent = fc.sample(severity, runs(100).numRuns)
  await store.insert(sent.map((of, at) => logRow({ ...of, body: `${'abcdefghij'[at % 10]} says`, at: 60_000 + at })))

  const logs = await logsOf(store)
  expect(logs).toHaveLength(sent.length)
  const count = (name: string) => logs.filter(log => severityName(log.severityNumber) === name).length
  const { values, buckets, failed } = await listLogFacets(store, {
    search: undefined,
    range,
    bucketNs: 7_200_000_000_000n,
  })
  for (const name of names) {
    const found = await logsOf(store, `severity:${name}`)
    expect([name, found.length, new Set(found.map(log => severityName(log.severityNumber)))]).toEqual([
      name,
      count(name),
      new Set(count(name) === 0 ? [] : [name]),
    ])
    expect(values['severity']?.find(({ value }) => value === name)?.count ?? 0).toBe(count(name))
    expect(buckets.filter(({ series }) => series === name).reduce((all, bucket) => all + bucket.count, 0)).toBe(
      count(name),
    )
  }
  const bad = logs.filter(log => severityClass(log.severityNumber) === 'bad')
  expect(await logsOf(store, 'is:error')).toHaveLength(bad.length)
  expect(await logsOf(store, 'severity:>=error')).toHaveLength(bad.length)
  expect(failed).toBe(bad.length)
  const patterns = await listLogPatterns(store, {
    search: parseSearch('severity:>=error', 'logs').search,
    range,
    limit: 100,
  })
  expect(patterns.patterns.every(of => severityClass(of.severity * 4) === 'bad')).toBe(true)
})

test.each([
  ['its number', 9, 'ERROR', 'info'],
  ['its text without a number', 0, 'ERROR', 'error'],
  ['names of Java', 0, 'SEVERE', 'error'],
  ['names of syslog', 0, 'Notice', 'info'],
  ['names of Python', 0, 'CRITICAL', 'fatal'],
  ['letters', 0, 'W', 'warn'],
  ['the most severe number, where it is larger than any', 30, '', 'fatal'],
  ['none, where the text is no severity', 0, 'loud', 'none'],
])('the severity of a log record is %s', async (_, severityNumber, severityText, name) => {
  await using store = await openTestStore([logRow({ severityNumber, severityText, at: 60_000 })])

  expect((await logsOf(store)).map(log => severityName(log.severityNumber))).toEqual([name])
})
