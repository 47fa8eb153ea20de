import './sql-as-text.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createEngineQuery, type EngineQuery } from '../test/engine/query-engine.ts'
import { startEngine } from '../test/engine/start-engine.ts'
import { type RunningStack, startStack } from '../test/stack/start-stack.ts'
import { deskFillOptions, fillStore } from './filled-store/fill-store.ts'
import { median, percentile, printProgress, reportFigure } from './report.ts'
import type { NewestRecords, QueryRun } from './store-views.ts'
import { timePageRequest } from './time-page-request.ts'

export const benchmarkDescription =
  'every list and page of the desk on 10 M spans and 500 k exceptions, and on a tenth of them (made first: some minutes)'

const spansOfLarge = 10_000_000
const warmUps = 10
const rounds = 20
const readers = 10
const pagesAReader = 2
/** A reader looks at a page before opening the next one. */
const lookMs = 3_000
const queryGoal = { most: 15 }
const growthGoal = { most: 1.5 }
const firstByteGoal = { most: 100 }

/**
 * First the cost of each query in the database, alone, in a large and a small store alternately, so that other load affects both. Then the
 * response time of pages while others read, with the whole stack. `ERRATA_BENCH_DATA_DIR` names a folder to fill, to continue filling, or
 * to use again; without it a new one is created and removed afterwards.
 */
export async function runBenchmark(): Promise<void> {
  const given = process.env['ERRATA_BENCH_DATA_DIR']
  const folder = given ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const [smallDir, largeDir] = [join(folder, 'small'), join(folder, 'large')]
  try {
    await fillStore(largeDir, deskFillOptions(spansOfLarge))
    await fillStore(smallDir, deskFillOptions(spansOfLarge / 10))
    await askAlone(smallDir, largeDir)
    await using large = await startStack({ dataDir: largeDir })
    await readAtOnce(large)
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function askAlone(smallDir: string, largeDir: string): Promise<void> {
  // The hook that reads SQL must exist before the queries are loaded.
  const { openPageQueries } = await import('./store-views.ts')
  await using smallEngine = await startEngine({ dataDir: join(smallDir, 'engine') })
  await using largeEngine = await startEngine({ dataDir: join(largeDir, 'engine') })
  await using small = openPageQueries(smallEngine, await newestException(createEngineQuery(smallEngine)))
  await using large = openPageQueries(largeEngine, await newestException(createEngineQuery(largeEngine)))
  for (let round = 1; round <= warmUps + rounds; round++) {
    printProgress(`store-lists: round ${round} of ${warmUps + rounds}, load ${loadavg()[0]?.toFixed(1)}`)
    if (round === warmUps + 1) for (const { asked } of [small, large]) asked.length = 0
    for (const view of large.views) {
      await small.open(view)
      await large.open(view)
    }
  }
  // With more readers than cores the times depend on the machine; the ratio does not.
  reportFigure({ figure: 'store-lists.load', value: loadavg()[0] ?? Number.NaN, unit: 'processes' })
  for (const view of large.views) reportView(view, large.asked, small.asked)
}

function reportView(view: string, large: readonly QueryRun[], small: readonly QueryRun[]): void {
  const times = (asked: readonly QueryRun[], name?: string) =>
    asked.filter(one => one.view === view && (name === undefined || one.name === name)).map(({ ms }) => ms)
  const names = new Set(large.filter(one => one.view === view).map(({ name }) => name))
  const queries = [...names].map(name => ({
    name,
    large: median(times(large, name)),
    small: median(times(small, name)),
  }))
  for (const { name, small, large } of queries) {
    printProgress(`store-lists: ${view} ${name} ${small.toFixed(1)} ms, ${large.toFixed(1)} ms on ten times as much`)
  }
  const slowest = Math.max(...queries.map(({ large }) => large))
  reportFigure({ figure: `store-lists.${view}.query`, value: slowest, unit: 'ms', goal: queryGoal })
  const inStore = (asked: readonly QueryRun[]) => times(asked).reduce((sum, ms) => sum + ms, 0)
  reportFigure({
    figure: `store-lists.${view}.growth`,
    value: inStore(large) / inStore(small),
    unit: 'ratio',
    goal: growthGoal,
  })
}

async function newestException(query: EngineQuery): Promise<NewestRecords> {
  const [row] = await query(`SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS atNs, TraceId AS traceId,
    Digest AS digest, leftPad(lower(hex(Id)), 16, '0') AS id
    FROM exceptions WHERE ServiceName = 'shop' ORDER BY Timestamp DESC LIMIT 1`)
  const [session] = await query(
    `SELECT SessionId AS sessionId FROM session_steps GROUP BY SessionId ORDER BY max(Timestamp) DESC LIMIT 1`,
  )
  const [user] = await query(
    "SELECT UserId AS userId FROM session_steps WHERE UserId != '' GROUP BY UserId ORDER BY max(Timestamp) DESC LIMIT 1",
  )
  const [release] = await query(
    "SELECT Release AS release FROM service_activity WHERE BucketMinutes = 1440 AND Release != '' GROUP BY Release ORDER BY min(FirstSeen) DESC LIMIT 1",
  )
  if (row === undefined || session === undefined || user === undefined || release === undefined) {
    throw new Error('The store holds no exception, session, user or release')
  }
  return {
    atNs: BigInt(`${row['atNs']}`),
    id: `${row['id']}`,
    traceId: `${row['traceId']}`,
    digest: `${row['digest']}`,
    sessionId: `${session['sessionId']}`,
    userId: `${user['userId']}`,
    release: `${release['release']}`,
  }
}

/** URLs of all pages with queries, by name. */
async function pagesOf(stack: RunningStack): Promise<Readonly<Record<string, string>>> {
  const { atNs, id, traceId, digest, sessionId, userId, release } = await newestException(stack.query)
  const [latest] = await stack.query('SELECT Issue AS issue FROM issues ORDER BY LastSeen DESC LIMIT 1')
  const hourAgo = `${(BigInt(Date.now()) - 3_600_000n) * 1_000_000n}`
  return {
    overview: '/',
    traces: '/traces',
    'traces-failed': '/traces?failed=1',
    'traces-service': '/traces?service=shop-browser',
    'traces-service-failed': '/traces?service=checkout&failed=1',
    'traces-route': '/traces?route=/shop/category-7/:product',
    'traces-text': '/traces?q=category-7',
    'traces-slow': '/traces?min=50ms',
    'traces-older': `/traces?before=${hourAgo}-${'f'.repeat(32)}`,
    'traces-14-days': '/traces?last=14d',
    'traces-longest': '/traces?sort=-duration',
    'traces-durations': '/traces?durations=1',
    exceptions: '/exceptions',
    'exceptions-by-type': '/exceptions?sort=type',
    vitals: '/vitals',
    'exceptions-service': '/exceptions?service=shop',
    'exceptions-text': '/exceptions?q=step',
    'exceptions-older': `/exceptions?before=${hourAgo}-${'f'.repeat(16)}`,
    'exceptions-90-days': '/exceptions?last=90d',
    exception: `/exceptions/${atNs}-${id}`,
    trace: `/traces/${traceId}`,
    digest: `/digest/${digest}`,
    session: `/sessions/${sessionId}`,
    user: `/users/${userId}`,
    releases: '/releases',
    release: `/releases/${release}`,
    issues: '/issues',
    'issues-14-days': '/issues?last=14d',
    issue: `/issues/${latest?.['issue']}`,
    noise: '/noise',
    status: '/status',
    // Few or no matches: these search their range.
    'needle.traces-service': '/traces?service=warehouse',
    'needle.traces-route': '/traces?route=/shop/gift-cards/:card',
    'needle.traces-nothing': '/traces?q=no-such-name',
    'needle.exceptions-nothing': '/exceptions?q=no-such-words',
  }
}

/** Ten readers, each with its own order of pages. */
async function readAtOnce(stack: RunningStack): Promise<void> {
  const pages = Object.entries(await pagesOf(stack))
  const firstBytes = new Map(pages.map(([page]) => [page, [] as number[]]))
  for (const [, path] of pages) for (let i = 0; i < 3; i++) await timePageRequest(`${stack.deskUrl}${path}`)
  printProgress(`store-lists: ${readers} readers, load ${loadavg()[0]?.toFixed(1)}`)
  const read = async (reader: number) => {
    await wait((lookMs / readers) * reader)
    for (let turn = 0; turn < pages.length * pagesAReader; turn++) {
      const [page, path] = pages[(turn * 7 + reader * 5) % pages.length] ?? ['', '']
      const { firstByteMs } = await timePageRequest(`${stack.deskUrl}${path}`)
      firstBytes.get(page)?.push(firstByteMs)
      await wait(Math.max(0, lookMs - firstByteMs))
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)))
  printProgress(`store-lists: done, load ${loadavg()[0]?.toFixed(1)}`)
  for (const [page, ms] of firstBytes) {
    reportFigure({
      figure: `store-lists.${page}.first-byte.p95`,
      value: percentile(ms, 95),
      unit: 'ms',
      goal: firstByteGoal,
    })
  }
}
