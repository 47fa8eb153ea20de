import { loadavg } from 'node:os'
import { installPeers } from './install-peers.ts'
import { printProgress, reportFigure } from './report.ts'
import type { TelemetryVariant } from './ssr-app/settings.ts'
import { buildSsrApp, type SsrServer, startSsrServer } from './ssr-server.ts'

export const benchmarkDescription =
  'processor time of the process that serves a page with everything traced, stamped, logged and exported, to none, stock OpenTelemetry and Sentry, by many short turns, since a busy machine makes of a few what it likes'

/** Pages of the app. */
const pages = {
  /** 600 elements, like a category page of a shop. */
  listing: '/shop/all',
  /** 200 elements, as small as a real page. Telemetry costs depend on requests, not on pages, so they are most visible here. */
  small: '/shop/bread',
} as const
type Page = keyof typeof pages

const contestants = ['none', 'errata', 'stock', 'sentry', 'bare', 'control'] as const
type Contestant = (typeof contestants)[number]
const variantOf = (contestant: Contestant): TelemetryVariant => (contestant === 'control' ? 'none' : contestant)

/**
 * Who is measured beside whom, and for how many turns: two by turns in fresh processes, because each of five rests too long between its turns. The
 * ratio of four turns is off by a tenth where others work, so what a bar decides on is measured for many, most where the ratio is near its bar. None
 * against none: how far its ratio is from 1 is what this machine can tell.
 */
const pairs = [
  ['errata', 'stock', 50],
  ['errata', 'sentry', 25],
  ['bare', 'sentry', 25],
  ['errata', 'none', 12],
  ['control', 'none', 12],
] as const
type Pair = (typeof pairs)[number]

/** Warm-up until V8 has compiled everything: otherwise more code would measure slower. */
const warmUpTurns = 20
/** A turn takes about 0.2 s: slow seconds affect all, and no process is idle long enough to lose memory and code. */
const perTurn = 100
/** With building, warm-up and profile, everything takes six minutes. */
const compareMs = 270_000
const profiled = 1_000

/** Processor time of the two, µs a request: of the whole process, until everything has arrived, because sending is part of the cost. */
type Measured = readonly [number, number]
type Rounds = Map<Pair, Measured[]>

export async function runBenchmark(): Promise<void> {
  await installPeers()
  printProgress('ssr-overhead: building the app…')
  await using app = await buildSsrApp()
  const rounds: Record<Page, Rounds> = { listing: new Map(), small: new Map() }
  const untilMs = performance.now() + compareMs
  for (let n = 0; n === 0 || performance.now() < untilMs; n++) {
    for (const pair of pairs) {
      for (const page of ['listing', 'small'] as const) {
        if (n > 0 && performance.now() > untilMs) break
        const before = rounds[page].get(pair) ?? []
        rounds[page].set(pair, [...before, await measurePair(app.dir, page, pair, n)])
      }
    }
  }
  for (const page of ['listing', 'small'] as const) reportPage(page, rounds[page])
  await reportParts(app.dir)
}

function reportPage(page: Page, rounds: Rounds): void {
  const prefix = page === 'listing' ? 'ssr-overhead' : `ssr-overhead.${page}`
  const measured = (of: Contestant, to: Contestant) =>
    [...rounds].flatMap(([pair, all]) => (pair[0] === of && pair[1] === to ? all : []))
  const ratio = (of: Contestant, to: Contestant) => geometricMean(measured(of, to).map(([one, other]) => one / other))
  const none = mean(measured('errata', 'none').map(([, other]) => other))
  reportFigure({ figure: `${prefix}.none`, value: none, unit: 'µs/request' })
  reportFigure({
    figure: prefix,
    value: ratio('errata', 'none'),
    unit: 'of none',
    ...(page === 'listing' && { goal: { most: 1.15 } }),
  })
  reportFigure({ figure: `${prefix}.control`, value: ratio('control', 'none'), unit: 'of none' })
  reportFigure({ figure: `${prefix}.to-stock`, value: ratio('errata', 'stock'), unit: 'ratio', goal: { most: 1.1 } })
  reportFigure({ figure: `${prefix}.to-sentry`, value: ratio('errata', 'sentry'), unit: 'ratio', goal: { most: 0.65 } })
  // What OpenTelemetry's SDK alone takes for the same spans and logs: less cannot be had with it.
  reportFigure({ figure: `${prefix}.bare-to-sentry`, value: ratio('bare', 'sentry'), unit: 'ratio' })
}

/** Two variants alternately, each turn and round in reverse order, because the first one is slower. */
async function measurePair(buildDir: string, page: Page, [one, other, turns]: Pair, n: number): Promise<Measured> {
  await using disposables = new AsyncDisposableStack()
  const servers = new Map<Contestant, SsrServer>()
  for (const contestant of rotated([one, other], n)) {
    servers.set(contestant, disposables.use(await startSsrServer(variantOf(contestant), buildDir)))
  }
  const takeTurns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      for (const [, server] of rotated([...servers], turn)) await server.load(pages[page], perTurn)
    }
    for (const server of servers.values()) await server.everythingArrived()
  }
  const used = () => Promise.all([one, other].map(name => servers.get(name)?.cpuUs() ?? Number.NaN))
  await takeTurns(warmUpTurns)
  const before = await used()
  await takeTurns(turns)
  const after = await used()
  const usOf = (at: 0 | 1) => ((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) / (turns * perTurn)
  const [ours, theirs]: Measured = [usOf(0), usOf(1)]
  const inWords = `${one} ${ours.toFixed(0)}, ${other} ${theirs.toFixed(0)}: ${(ours / theirs).toFixed(3)}`
  printProgress(`ssr-overhead: ${page.padEnd(8)} µs: ${inWords}; load ${loadavg()[0]?.toFixed(1)}`)
  return [ours, theirs]
}

const rotated = <T>(list: readonly T[], by: number): T[] => {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const geometricMean = (values: readonly number[]) => Math.exp(mean(values.map(Math.log)))

/** From a profile of the main thread, because parts are smaller than the difference between processes. */
async function reportParts(buildDir: string): Promise<void> {
  await using server = await startSsrServer('errata', buildDir)
  await server.load(pages.listing, warmUpTurns * perTurn)
  await server.everythingArrived()
  const spent = await server.profile(pages.listing, profiled)
  const parts = Object.entries(spent).filter(([part]) => part !== 'idle')
  for (const [part, us] of parts.toSorted(([, a], [, b]) => b - a))
    reportFigure({ figure: `ssr-overhead.part.${part}`, value: us / profiled, unit: 'µs/request' })
}
