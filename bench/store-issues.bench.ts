import './sql-as-text.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IssueSort } from '../store/issues/rank-issues.ts'
import type { Store } from '../store/store.ts'
import type { TestEngine } from '../test/engine/start-engine.ts'
import { startEngine } from '../test/engine/start-engine.ts'
import { deskFillOptions, fillHistory, fillStore } from './filled-store/fill-store.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  'lists and pages of 5,000 issues on 10 M spans and 500 k exceptions, on a tenth of them, and on that with a year of 1 M rows of issues behind it (made first: some minutes; ERRATA_BENCH_SPANS=200000 makes less)'

const spansOfLarge = 10_000_000
const warmUps = 5
const rounds = 20
const historyRows = 1_000_000
const goals = { 'list-24h': 15, 'list-14d': 40, 'list-muted': 15, issue: 25 } as const
/** These read issues too, and are measured for what history adds alone. */
const others = [
  'list-last',
  'list-route',
  'facets',
  'changes',
  'release',
  'begun',
  'similar',
  'states-with-rule',
] as const
/** These need something of all time, which store/history-reads.test.ts names, so they have no goal. */
const ofAllTime: readonly View[] = ['release', 'begun', 'similar', 'states-with-rule']
const growthGoal = { most: 1.5 }

type View = keyof typeof goals | (typeof others)[number]
type Views = Readonly<Record<View, () => Promise<unknown>>>

/**
 * Cost of each issue page in the database, all of its queries together, in a large and a small store, and in a small one with a year of
 * history, alternately, so that other load affects all. A fifth of the issues has events: muted until more come, resolved in the next release, assigned. `ERRATA_BENCH_DATA_DIR`
 * names a folder to fill, to continue filling, or to use again; without it a new one is created and removed afterwards.
 */
export async function runBenchmark(): Promise<void> {
  const given = process.env['ERRATA_BENCH_DATA_DIR']
  const spans = Number(process.env['ERRATA_BENCH_SPANS'] ?? spansOfLarge)
  const folder = given ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const [smallDir, largeDir, oldDir] = [join(folder, 'small'), join(folder, 'large'), join(folder, 'old')]
  try {
    await fillStore(largeDir, deskFillOptions(spans))
    for (const dir of [smallDir, oldDir]) await fillStore(dir, deskFillOptions(spans / 10))
    await fillHistory(oldDir, historyRows)
    await using smallEngine = await startEngine({ dataDir: join(smallDir, 'engine') })
    await using largeEngine = await startEngine({ dataDir: join(largeDir, 'engine') })
    await using oldEngine = await startEngine({ dataDir: join(oldDir, 'engine') })
    // The hook that reads SQL must exist before the queries are loaded.
    const { openStore } = await import('../store/store.ts')
    await using small = openStore({ url: smallEngine.url, ...smallEngine.desk })
    await using large = openStore({ url: largeEngine.url, ...largeEngine.desk })
    await using old = openStore({ url: oldEngine.url, ...oldEngine.desk })
    const stores = {
      small: { views: await viewsOf(small, smallEngine), times: noTimes() },
      large: { views: await viewsOf(large, largeEngine), times: noTimes() },
      old: { views: await viewsOf(old, oldEngine), times: noTimes() },
    }
    for (let round = 1; round <= warmUps + rounds; round++) {
      printProgress(`store-issues: round ${round} of ${warmUps + rounds}, load ${loadavg()[0]?.toFixed(1)}`)
      for (const view of [...namesOf(goals), ...others]) {
        const isMain = view in goals
        for (const { views, times } of isMain ? [stores.small, stores.large, stores.old] : [stores.small, stores.old]) {
          const fromMs = performance.now()
          await views[view]()
          if (round > warmUps) times[view].push(performance.now() - fromMs)
        }
      }
    }
    reportFigure({ figure: 'store-issues.load', value: loadavg()[0] ?? Number.NaN, unit: 'processes' })
    for (const view of namesOf(goals)) {
      const [ofSmall, ofLarge] = [median(stores.small.times[view]), median(stores.large.times[view])]
      reportFigure({ figure: `store-issues.${view}`, value: ofLarge, unit: 'ms', goal: { most: goals[view] } })
      reportFigure({ figure: `store-issues.${view}.growth`, value: ofLarge / ofSmall, unit: 'ratio', goal: growthGoal })
    }
    for (const view of [...namesOf(goals), ...others]) {
      const [ofSmall, ofOld] = [median(stores.small.times[view]), median(stores.old.times[view])]
      reportFigure({ figure: `store-issues.${view}.old`, value: ofOld, unit: 'ms' })
      reportFigure({
        figure: `store-issues.${view}.history`,
        value: ofOld / ofSmall,
        unit: 'ratio',
        ...(!ofAllTime.includes(view) && { goal: growthGoal }),
      })
    }
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Issue pages do not read metrics, which take as long to create as half a million spans. */
const namesOf = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as Name[]
const noTimes = (): Record<View, number[]> => ({
  ...{ 'list-24h': [], 'list-14d': [], 'list-muted': [], issue: [], 'list-last': [], 'list-route': [], facets: [] },
  ...{ changes: [], release: [], begun: [], similar: [], 'states-with-rule': [] },
})

async function viewsOf(store: Store, engine: TestEngine): Promise<Views> {
  const { listIssues } = await import('../store/issues/list-issues.ts')
  const { getIssue } = await import('../store/issues/get-issue.ts')
  const { getIssueTags } = await import('../store/issues/get-issue-tags.ts')
  const { readIssueStates } = await import('../store/issues/read-states.ts')
  const { listIssueTitles } = await import('../store/issues/list-issue-titles.ts')
  const { listIssueFacets } = await import('../store/issues/list-issue-facets.ts')
  const { listIssueChanges } = await import('../store/issues/list-issue-changes.ts')
  const { listReleases } = await import('../store/releases/list-releases.ts')
  const { listReleaseIssues } = await import('../store/releases/list-release-issues.ts')
  const { listIssuesBegun } = await import('../store/alerts/list-issues-begun.ts')
  const { listSimilarIssues } = await import('../store/issues/list-similar-issues.ts')
  const { listRuledIssues } = await import('../store/issues/list-ruled-issues.ts')
  const { addPreviousPeriod } = await import('../store/comparison.ts')
  const { recordIssueEvents } = await import('../store/issues/record-issue-events.ts')
  const { rangeEndingAt } = await import('../store/units.ts')
  const { text } = await engine.send({
    body: 'SELECT Issue FROM otel.issues GROUP BY Issue HAVING max(LastSeen) > now() - 691200 ORDER BY max(LastSeen) DESC FORMAT TSV',
  })
  const issues = text.trim().split('\n')
  const [frequent = ''] = issues
  const hourAgoNs = BigInt(Date.now() - 3_600_000) * 1_000_000n
  const spoken = issues.filter((_, index) => index % 5 === 1)
  const actions = [
    { what: 'muted', value: 'events 1000000' },
    { what: 'resolved', value: 'next' },
    { what: 'owner', value: 'Ann' },
  ] as const
  const statements = spoken.map((issue, index) => ({ issue, ...(actions[index % actions.length] ?? actions[0]) }))
  await recordIssueEvents(store, { who: 'Ann', atNs: hourAgoNs, statements })
  const nowNs = () => BigInt(Date.now()) * 1_000_000n
  const asked = (days: number, tab: 'open' | 'muted', sort: IssueSort = 'impact', route = '') => ({
    // The list of the newest reads no counts if its range goes on.
    range: rangeEndingAt(Date.now() + (sort === 'last' ? 60_000 : 0), days * 86_400_000),
    ...{ nowNs: nowNs(), tab, sort, offset: 0, limit: 51, who: 'Ann', route },
  })
  const list = (...of: Parameters<typeof asked>) => listIssues(store, asked(...of))
  const rule = { name: 'bench', type: 'TypeError', service: 'shop', route: '', words: 'step 3' }
  const { merges } = await readIssueStates(store, { nowNs: nowNs() })
  const title = (await listIssueTitles(store, { issues: [frequent], merges })).get(frequent)
  return {
    'list-24h': () => list(1, 'open'),
    'list-14d': () => list(14, 'open'),
    'list-muted': () => list(1, 'muted'),
    'list-last': () => list(1, 'open', 'last'),
    'list-route': () => list(1, 'open', 'impact', '/shop/category-7/:product'),
    facets: () => listIssueFacets(store, asked(1, 'open')),
    changes: () =>
      listIssueChanges(store, {
        comparison: addPreviousPeriod(rangeEndingAt(Date.now(), 86_400_000), 1_800_000_000_000n),
        nowNs: nowNs(),
        limit: 10,
      }),
    release: async () => {
      const of = (await listReleases(store, { limit: 1, service: 'shop' })).slice(0, 1)
      return listReleaseIssues(store, { of, limit: 50 })
    },
    begun: () => listIssuesBegun(store, { ranges: [rangeEndingAt(Date.now(), 3_600_000)], merges }),
    similar: () => listSimilarIssues(store, { issue: { issue: frequent, merges, summary: title }, limit: 6 }),
    'states-with-rule': () => listRuledIssues(store, { rules: [{ rule, issue: 'of the rule', batch: 'batch' }] }),
    issue: async () => {
      const range = rangeEndingAt(Date.now(), 86_400_000)
      const issue = await getIssue(store, { issue: frequent, range, nowNs: BigInt(Date.now()) * 1_000_000n })
      if (issue !== undefined && 'state' in issue) await getIssueTags(store, { issue, range })
      return issue
    },
  }
}
