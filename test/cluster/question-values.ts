import { subjects } from '../delivered-rows.ts'
import type { TestStore } from '../open-test-store.ts'
import type { Values } from './answer-questions.ts'

const THROWN = `SELECT leftPad(lower(hex(Id)), 16, '0') AS id, Issue AS issue, toString(Same) AS same, toUnixTimestamp64Nano(Timestamp) AS atNs
  FROM exceptions WHERE Shape = 'log' AND TraceId != '' AND SpanId != '' LIMIT 1`

/** Values of parameters by their names, with which most questions find something in the rows of ../delivered-rows.ts. */
export async function questionValues(store: TestStore, traceId: string): Promise<Values> {
  const [thrown] = await store.query<{ id: string; issue: string; same: string; atNs: string }>(THROWN)
  if (thrown === undefined) throw new Error('No exception was stored')
  const found = await store.query<{ Issue: string }>('SELECT DISTINCT Issue FROM exceptions ORDER BY Issue')
  const [varied] = await store.query<{ Issue: string }>("SELECT Issue FROM exceptions WHERE Type = 'Much' LIMIT 1")
  const issues = found.map(({ Issue }) => Issue)
  const { fromNs, toNs } = subjects
  return {
    ...subjects,
    ...thrown,
    traceId,
    atNs: BigInt(thrown.atNs),
    sames: [BigInt(thrown.same)],
    issues,
    members: issues,
    'issues/list-issue-history.sql issues': ['stated'],
    everyMinutes: 30n,
    every: 60n,
    stepNs: 1_800_000_000_000n,
    beforeNs: toNs,
    'releases lastNs': toNs,
    'overview beforeNs': fromNs - (toNs - fromNs),
    'issues/count-issue.sql beforeNs': fromNs - (toNs - fromNs),
    'pipeline/count-stored.sql toNs': toNs + 7_200_000_000_000n,
    'exceptions/get-exception.sql limit': 1n,
    'issues/list-ruled-issues.sql services': [''],
    'issues/list-statements.sql issues': [],
    'issues/list-similar-issues.sql members': [],
    'issues/list-similar-issues.sql message': 'much of it',
    'issues/list-partings.sql issue': varied?.Issue ?? '',
    'noise/try-on-specimens.sql rule': 'health-check',
    'pipeline service': 'shop',
    'releases services': ['shop'],
    'releases release': '2',
    'releases/list-releases.sql release': '',
    'source-maps release': '2',
    'source-maps service': 'shop',
    traceIds: [traceId],
    sessionIds: [subjects.sessionId],
    services: ['shop', 'shop-browser', 'cart'],
    releases: ['1', '2'],
    previous: ['1'],
    release: '',
    scripts: ['a.js'],
    script: 'a.js',
    whats: ['duration', 'lcp'],
    types: [''],
    routes: [''],
    patterns: ['.*'],
    rules: ['health-check', 'not-found', 'resize-observer-loop'],
    metrics: ['otelcol_processor_filter_logs.filtered'],
    subject: traceId,
    tab: 'all',
    sort: 'events',
    by: 'start',
    direct: '0',
    facts: ['failed'],
    hourNs: toNs - 3_600_000_000_000n,
    fits: '.*',
    leastRows: 1n,
    maxDurationNs: 0n,
    httpStatus: 0n,
    failedOnly: 0n,
    itsFailed: 0n,
    found: 0n,
    offset: 0n,
    rising: 0n,
    minDurationNs: 0n,
    afterNs: 0n,
    slotNs: 0n,
  }
}
