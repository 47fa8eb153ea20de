import './sql-as-text.ts'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Judge, JudgeSettings } from '../app/alerts/judge.ts'
import type { KnownRule, RuleKind } from '../app/alerts/rule.ts'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { addTraces, deskFillOptions, fillStore, settle } from './filled-store/fill-store.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  '200 alert rules of all kinds, evaluated each minute at 1,000 spans a second: processor time of desk and engine (made first: some minutes; ERRATA_BENCH_RATE=100 makes less)'

const weekSpans = 1_000_000
const warmUps = 2
const rounds = 8
const goal = { most: 3 }
/** So long before the evaluated minutes, and of each of seven earlier days, there are as many spans as the rate says. */
const denseMinutes = 70
const denseMinutesOfDays = 15

/**
 * Processor time of one evaluation of all rules, by desk and engine together, after what the engine takes by itself. Of the week that
 * rules compare with only the minutes that they read are as dense as the rate says: a week of 1,000 spans a second would be 600 million.
 * `ERRATA_BENCH_DATA_DIR` names a folder to fill or to use again.
 */
export async function runBenchmark(): Promise<void> {
  const given = process.env['ERRATA_BENCH_DATA_DIR']
  const rate = Number(process.env['ERRATA_BENCH_RATE'] ?? 1_000)
  const folder = given ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const dataDir = join(folder, `alerts-${rate}`)
  try {
    await fillStore(dataDir, deskFillOptions(weekSpans))
    await using engine = await startEngine({ dataDir: join(dataDir, 'engine') })
    const nowMs = await fillDensely(engine, { dataDir, rate })
    const { openStore } = await import('../store/store.ts')
    const { JUDGES } = await import('../app/alerts/judges/judges.ts')
    await using store = openStore({ url: engine.url, ...engine.desk })
    const settings: JudgeSettings = { ownServices: ['errata'], canary: undefined, ownerOf: () => 'team' }
    const rules = await makeRules()
    const byKind = [...Map.groupBy(rules, ({ kind }) => kind)]
    const judge = (kind: RuleKind, of: readonly KnownRule[], slotMs: number) =>
      (JUDGES[kind] as Judge<RuleKind>)(store, { rules: of, slotsMs: [slotMs], ...settings })
    const idle = await idleCpu(engine)
    const measure = async (run: (slotMs: number) => Promise<unknown>) => {
      const spent: number[] = []
      for (let round = 1; round <= warmUps + rounds; round++) {
        const from = { at: performance.now(), engine: cpuSeconds(engine.pid), desk: process.cpuUsage() }
        await run(nowMs - round * 60_000)
        const { user, system } = process.cpuUsage(from.desk)
        const ofEngine = cpuSeconds(engine.pid) - from.engine - (idle * (performance.now() - from.at)) / 1_000
        if (round > warmUps) spent.push(Math.max(0, ofEngine) + (user + system) / 1e6)
      }
      return median(spent)
    }
    printProgress(`alerts: ${rules.length} rules, load ${loadavg()[0]?.toFixed(1)}`)
    for (const [kind, of] of byKind) {
      const value = await measure(slotMs => judge(kind, of, slotMs))
      reportFigure({ figure: `alerts.${kind.replaceAll(' ', '-')}`, value, unit: `s for ${of.length} rules` })
    }
    const value = await measure(slotMs => Promise.all(byKind.map(([kind, of]) => judge(kind, of, slotMs))))
    reportFigure({ figure: 'alerts.load', value: loadavg()[0] ?? Number.NaN, unit: 'processes' })
    reportFigure({ figure: 'alerts.all', value, unit: 's of processor time a minute', goal })
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** What the engine takes in a second while nobody asks. */
async function idleCpu(engine: TestEngine): Promise<number> {
  const before = cpuSeconds(engine.pid)
  await new Promise(resolve => setTimeout(resolve, 10_000))
  return (cpuSeconds(engine.pid) - before) / 10
}

/** @returns the end of the dense minutes, Unix milliseconds */
async function fillDensely(
  engine: TestEngine,
  { dataDir, rate }: { readonly dataDir: string; readonly rate: number },
): Promise<number> {
  const noteFile = join(dataDir, 'dense.json')
  if (existsSync(noteFile)) return JSON.parse(readFileSync(noteFile, 'utf8')).nowMs
  const nowMs = Math.floor(Date.now() / 300_000) * 300_000 + 120_000 - 300_000
  const perSecond = rate / 8
  const times = [0, 1, 2, 3, 4, 5, 6, 7].map(day => {
    const minutes = day === 0 ? denseMinutes : denseMinutesOfDays
    return {
      first: 1_000_000_000 + day * 10_000_000,
      traces: Math.round((minutes * 60 * perSecond) / 5) * 5,
      startNs: BigInt(nowMs - day * 86_400_000 - minutes * 60_000) * 1_000_000n,
      stepNs: BigInt(Math.round(1e9 / perSecond)),
      digests: 500,
    }
  })
  for (const time of times) await addTraces(engine, time)
  await settle(engine)
  writeFileSync(noteFile, JSON.stringify({ nowMs }))
  return nowMs
}

/** Rules as many people would write them: most for one service or environment, some for everything. */
async function makeRules(): Promise<readonly KnownRule[]> {
  const { parseRule } = await import('../app/alerts/rule.ts')
  const scopes = [
    ...['shop', 'shop-browser', 'checkout', 'warehouse'].map(service => ({ service })),
    { environment: 'production' },
    { service: 'shop', environment: 'production' },
    { service: 'checkout', owner: 'team' },
    {},
  ]
  const windowMinutes = [5, 10, 15, 30, 60, 2, 7]
  const at = <Item>(all: readonly Item[], i: number) => all[i % all.length]
  const kinds: readonly (readonly [count: number, of: (i: number) => object])[] = [
    [
      30,
      i => ({
        kind: 'issue',
        watch: { changes: at([['new', 'regressed'], ['unmuted', 'escalating'], ['still open'], ['new']], i) },
      }),
    ],
    [
      50,
      i => ({
        kind: 'count',
        watch: {
          of: at(['exceptions', 'users', 'sessions'], i),
          by: at(['issue', 'service', 'all', 'all'], i),
          atLeast: 1_000 + i,
          windowMinutes: at(windowMinutes, i),
        },
      }),
    ],
    [
      40,
      i => ({
        kind: 'error rate',
        watch: {
          by: at(['service', 'service', 'service', 'operation'], i),
          abovePercent: at([5, 1, 0], i),
          windowMinutes: at([5, 10, 15], i),
        },
      }),
    ],
    [
      20,
      i => ({
        kind: 'p95',
        watch: { by: at(['service', 'operation'], i), aboveMs: at([500, 0], i), windowMinutes: at([5, 10, 15], i) },
      }),
    ],
    [10, () => ({ kind: 'requests stopped', watch: {} })],
    [5, () => ({ kind: 'job missed', watch: {} })],
    [10, i => ({ kind: 'crash-free sessions', watch: { belowPercent: 99, windowMinutes: at([60, 360, 1_440], i) } })],
    [5, () => ({ kind: 'drop rule', watch: {} })],
    [5, () => ({ kind: 'pipeline', watch: {} })],
    [5, i => ({ kind: 'disk', watch: { withinDays: 3 + i } })],
    [
      20,
      i => ({
        kind: 'search',
        watch: {
          page: at(['traces', 'logs', 'exceptions'], i),
          search: at(['is:error', 'timeout', 'type:TypeError', 'status:>=500', 'severity:>=error', 'is:unhandled'], i),
          comparison: at(['at least', 'fewer than'], i),
          count: 100,
          windowMinutes: at([5, 5, 5, 15, 15, 15], i),
        },
      }),
    ],
  ]
  return kinds.flatMap(([count, of]) =>
    Array.from({ length: count }, (_, i) => {
      const rule = { name: `rule ${i}`, ...at(scopes, i), ...of(i) }
      const read = parseRule(rule)
      if (!('rule' in read)) throw new Error(`${JSON.stringify(rule)}: ${JSON.stringify([...read.faults])}`)
      return { ...read.rule, id: `${read.rule.kind} ${i}`, revision: '1', sinceMs: 0 }
    }),
  )
}
