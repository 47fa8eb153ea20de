import { loadavg } from 'node:os'
import { installPeers } from './install-peers.ts'
import { median, progress, report } from './report.ts'
import type { Variant } from './ssr-app/settings.ts'
import { buildSsrApp, startSsrServer, type Way } from './ssr-server.ts'

export const about =
  'processor time of a server-rendered page with everything traced, stamped, logged and exported, to none (goal 1.15, at best 1.10)'

/** A page of the app, by what a visitor would say is on it. */
const pages = {
  /** 600 elements: what a shop shows of a category. */
  listing: '/shop/all',
  /** 200 elements: as small as a page of one's own data gets. What telemetry costs is a matter of requests, not of pages, so it shows most here. */
  small: '/shop/bread',
} as const

interface Contestant {
  readonly name: string
  readonly variant: Variant
  readonly page: keyof typeof pages
  readonly way?: Way
}

/** Each against a server without anything, in turn until the time is up. Ours comes twice, being what the goal is set for. */
const contestants: readonly Contestant[] = [
  { name: 'errata', variant: 'errata', page: 'listing' },
  { name: 'small', variant: 'errata', page: 'small' },
  { name: 'stock', variant: 'stock', page: 'listing' },
  { name: 'errata', variant: 'errata', page: 'listing' },
  { name: 'sentry', variant: 'sentry', page: 'listing' },
  // None against none: how far its ratio is from 1 is what this machine can tell.
  { name: 'control', variant: 'none', page: 'listing' },
  // Instrumentations and module hook are loaded, and the request goes past everything else.
  { name: 'loaded', variant: 'errata', page: 'listing', way: 'bare' },
]

/** Until a page costs the same from one turn to the next: before that V8 still compiles. */
const warmUpTurns = 30
const turns = 16
/** A turn takes some 0.2 s: a slower second is everybody's, and nobody rests long enough to have memory and code put away. */
const perTurn = 100
const compareMs = 480_000
const profiled = 1_500

/** Processor time, µs a request. */
interface Pair {
  readonly us: number
  readonly noneUs: number
}

/** Two pairs: who is started first is dearer by up to a tenth, whoever it is. */
interface Comparison {
  readonly name: string
  readonly noneUs: number
  readonly extraUs: number
  readonly ratio: number
}

export async function measure(): Promise<void> {
  await installPeers()
  progress('ssr-overhead: building the app…')
  await using app = await buildSsrApp()
  const comparisons: Comparison[] = []
  const untilMs = performance.now() + compareMs
  for (let i = 0; i < contestants.length || performance.now() < untilMs; i++) {
    const contestant = contestants[i % contestants.length]
    if (contestant !== undefined) comparisons.push(await compare(app.dir, contestant))
  }
  const of = (name: string) => comparisons.filter(comparison => comparison.name === name)
  for (const name of ['errata', 'small']) {
    const figure = name === 'errata' ? 'ssr-overhead.none' : `ssr-overhead.${name}.none`
    report({ figure, value: median(of(name).map(({ noneUs }) => noneUs)), unit: 'µs/request' })
  }
  for (const name of new Set(contestants.map(contestant => contestant.name))) {
    const isOurs = name === 'errata'
    const figure = isOurs ? 'ssr-overhead' : `ssr-overhead.${name}`
    const ratio = median(of(name).map(comparison => comparison.ratio))
    report({ figure, value: ratio, unit: 'of none', ...(isOurs && { goal: { most: 1.15 } }) })
    report({ figure: `${figure}.extra`, value: median(of(name).map(({ extraUs }) => extraUs)), unit: 'µs/request' })
  }
  await reportParts(app.dir)
}

async function compare(buildDir: string, contestant: Contestant): Promise<Comparison> {
  const pairs = [await measurePair(buildDir, contestant, true), await measurePair(buildDir, contestant, false)]
  const noneUs = mean(pairs.map(pair => pair.noneUs))
  const extraUs = mean(pairs.map(pair => pair.us - pair.noneUs))
  const ratio = Math.sqrt(pairs.reduce((product, pair) => product * (pair.us / pair.noneUs), 1))
  const inWords = pairs.map(pair => `${pair.us.toFixed(0)} µs to ${pair.noneUs.toFixed(0)}`).join(', ')
  progress(
    `ssr-overhead: ${contestant.name.padEnd(8)} ${inWords}: ${ratio.toFixed(2)}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  return { name: contestant.name, noneUs, extraUs, ratio }
}

/** Two fresh processes, by turns; from the first request until all has arrived, because sending is part of the cost. */
async function measurePair(buildDir: string, { variant, page, way }: Contestant, isFirst: boolean): Promise<Pair> {
  await using disposables = new AsyncDisposableStack()
  const start = async (which: Variant) => disposables.use(await startSsrServer(which, buildDir))
  const early = isFirst ? await start(variant) : undefined
  const none = await start('none')
  const contestant = early ?? (await start(variant))
  const path = pages[page]
  const takeTurns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      if (turn % 2 === 0) await contestant.load(path, perTurn, way)
      await none.load(path, perTurn)
      if (turn % 2 === 1) await contestant.load(path, perTurn, way)
    }
  }
  await takeTurns(warmUpTurns)
  await contestant.everythingArrived()
  const [usBefore, noneBefore] = [await contestant.cpuUs(), await none.cpuUs()]
  await takeTurns(turns)
  await contestant.everythingArrived()
  const [usAfter, noneAfter] = [await contestant.cpuUs(), await none.cpuUs()]
  return { us: (usAfter - usBefore) / (turns * perTurn), noneUs: (noneAfter - noneBefore) / (turns * perTurn) }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** By a profile of the main thread, because they are smaller than the difference between two processes. */
async function reportParts(buildDir: string): Promise<void> {
  await using server = await startSsrServer('errata', buildDir)
  await server.load(pages.listing, warmUpTurns * perTurn)
  await server.everythingArrived()
  const spent = await server.profile(pages.listing, profiled)
  const parts = Object.entries(spent).filter(([part]) => part !== 'idle')
  for (const [part, us] of parts.toSorted(([, a], [, b]) => b - a))
    report({ figure: `ssr-overhead.part.${part}`, value: us / profiled, unit: 'µs/request' })
}
