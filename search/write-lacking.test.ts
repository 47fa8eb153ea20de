import { expect, test } from 'vitest'
import { listExceptionFacets } from '../store/exceptions/list-exception-facets.ts'
import { listIssueFacets } from '../store/issues/list-issue-facets.ts'
import { listLogFacets } from '../store/logs/list-log-facets.ts'
import { listSessionFacets } from '../store/sessions/list-session-facets.ts'
import { listSpanFacets } from '../store/spans/list-span-facets.ts'
import { listTraceFacets } from '../store/traces/list-trace-facets.ts'
import { nsOfMs, rangeEndingAt } from '../store/units.ts'
import { exceptionRow, logRow, randomHexId, spanRow } from '../test/store/open-test-store.ts'
import { shareTestStore } from '../test/store/share-test-store.ts'
import { LACKING_KEYS_FACET } from './lacking.ts'
import { parseSearch } from './parse-search.ts'

const range = () => rangeEndingAt(Date.now() + 60_000, 3_600_000)
const bucketNs = 300_000_000_000n
const of = (tenant: string) => ({ attributes: { tenant, 'exception.type': 'E' } })

/** Two of acme, one of another, three without a tenant; one of each kind has a release. */
const rows = [of('acme'), of('acme'), of('other'), {}, {}, {}].flatMap((options, index) => {
  const resource: Record<string, string> = index === 5 ? { 'service.version': '2' } : {}
  return [spanRow({ at: 1000, ...options, resource }), logRow({ at: 1000, body: `${index}`, ...options, resource })]
})
const exceptions = [of('acme'), of('other'), { attributes: {} }].map((options, index) =>
  exceptionRow({ at: 1000, message: `${index}`, ...options }),
)

const store = shareTestStore(rows, rows)
const ofExceptions = shareTestStore(exceptions, exceptions)

test.each([
  ['-@tenant:acme', 4, [['@tenant', 3]]],
  ['@tenant:!=acme', 4, [['@tenant', 3]]],
  [
    'NOT (@tenant:acme OR release:2)',
    3,
    [
      ['release', 3],
      ['@tenant', 2],
    ],
  ],
  ['@tenant:acme', 2, []],
  ['-(-@tenant:acme)', 2, []],
  ['-@tenant:acme has:@tenant', 1, []],
  ['-has:@tenant', 3, []],
  ['-service:cart', 6, []],
])('%s finds %i spans and log records, and tells of which key %j have none', async (text, total, lacking) => {
  const spans = await listSpanFacets(store(), { search: parseSearch(text, 'spans').search, range: range(), bucketNs })
  const logs = await listLogFacets(store(), { search: parseSearch(text, 'logs').search, range: range(), bucketNs })
  for (const { total: found, values } of [spans, logs]) {
    expect(found).toBe(total)
    expect((values[LACKING_KEYS_FACET] ?? []).map(({ value, count }) => [value, count])).toEqual(lacking)
  }
})

test('exceptions tell it too', async () => {
  const { search } = parseSearch('-@tenant:acme', 'exceptions')
  const { total, values } = await listExceptionFacets(ofExceptions(), { search, range: range() })
  expect([total, values[LACKING_KEYS_FACET]]).toEqual([2, [{ value: '@tenant', count: 1 }]])
})

/** Five traces: of a tenant, of another, without one; and two with spans of either and of none. */
const traces = [['acme'], ['other'], [''], ['acme', ''], ['other', '']].flatMap(tenants => {
  const traceId = randomHexId(16)
  return tenants.map(tenant => spanRow({ at: 1000, traceId, attributes: tenant === '' ? {} : { tenant } }))
})
const ofTraces = shareTestStore(traces, traces)

test.each([
  ['-@tenant:acme', 4, [['@tenant', 2]]],
  ['-@tenant:acme has:@tenant', 2, undefined],
  ['-@tenant:acme [@tenant:other]', 2, undefined],
  ['-@tenant:acme [@tenant:acme]', 1, [['@tenant', 1]]],
  ['@tenant:acme', 2, undefined],
])('%s finds %i traces, and tells of which key %j no matching span has any', async (text, found, lacking) => {
  const { search } = parseSearch(text, 'spans')
  const { total, values } = await listTraceFacets(ofTraces(), { search, range: range() })
  expect(total).toBe(found)
  expect(values[LACKING_KEYS_FACET]?.map(({ value, count }) => [value, count])).toEqual(lacking)
})

const thrown = [
  ['one', 'acme'],
  ['one', ''],
  ['two', 'other'],
  ['two', ''],
  ['three', ''],
].map(([issue = '', tenant = ''], index) =>
  exceptionRow({
    at: 1000,
    message: `${index}`,
    attributes: { 'errata.issue.fingerprint': issue, ...(tenant === '' ? {} : { tenant }) },
  }),
)
const visits = [
  ['one', 'ada'],
  ['one', ''],
  ['two', 'bob'],
  ['two', ''],
  ['three', ''],
].map(([session = '', user = '']) =>
  spanRow({ at: 1000, kind: 'Internal', attributes: { 'session.id': session, 'user.id': user } }),
)
const groups = shareTestStore([...thrown, ...visits], [...thrown, ...visits])

test('so do issues and sessions, whose exceptions and events they are', async () => {
  const issues = { range: range(), nowNs: nsOfMs(Date.now()), tab: 'all', who: '' } as const
  const ofIssues = await listIssueFacets(groups(), { search: parseSearch('-@tenant:acme', 'issues').search, ...issues })
  expect([ofIssues.total, ofIssues.values[LACKING_KEYS_FACET]]).toEqual([3, [{ value: '@tenant', count: 2 }]])
  const { search } = parseSearch('-user:ada', 'sessions')
  const ofSessions = await listSessionFacets(groups(), { search, range: range() })
  expect([ofSessions.total, ofSessions.values[LACKING_KEYS_FACET]]).toEqual([3, [{ value: 'user', count: 2 }]])
})
