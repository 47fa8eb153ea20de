import { loadavg } from 'node:os'
import { installPeers } from './install-peers.ts'
import { median, progress, report } from './report.ts'
import type { Variant } from './ssr-app/settings.ts'
import { buildSsrApp, type SsrServer, startSsrServer, type Way } from './ssr-server.ts'

export const about =
  'processor time of a server-rendered page with everything traced, stamped, logged and exported, to none (goal 1.15, at best 1.10)'

/** Each against a server without anything, in turn until the time is up. Ours comes twice, being what the goal is set for. */
const contestants: readonly { readonly name: string; readonly variant: Variant; readonly way?: Way }[] = [
  { name: 'errata', variant: 'errata' },
  // None against none: how far its ratio is from 1 is what this machine can tell.
  { name: 'control', variant: 'none' },
  { name: 'stock', variant: 'stock' },
  { name: 'errata', variant: 'errata' },
  { name: 'sentry', variant: 'sentry' },
  // Instrumentations and module hook are loaded, and the request goes past everything else.
  { name: 'loaded', variant: 'errata', way: 'bare' },
]

const warmUpTurns = 12
const turns = 16
/** A turn takes some 0.2 s: a slower second is everybody's, and nobody rests long enough to have memory and code put away. */
const perTurn = 100
const compareMs = 240_000
const profiled = 1_500

interface Pair {
  readonly name: string
  /** Processor time, µs a request. */
  readonly us: number
  readonly noneUs: number
}

export async function measure(): Promise<void> {
  await installPeers()
  progress('ssr-overhead: building the app…')
  await using app = await buildSsrApp()
  const pairs: Pair[] = []
  const untilMs = performance.now() + compareMs
  for (let i = 0; i < contestants.length || performance.now() < untilMs; i++) {
    const pair = await compare(app.dir, i)
    pairs.push(pair)
    const { name, us, noneUs } = pair
    const inWords = `${us.toFixed(0)} µs to ${noneUs.toFixed(0)}: ${(us / noneUs).toFixed(2)}`
    progress(`ssr-overhead: ${name.padEnd(8)} ${inWords}, load ${loadavg()[0]?.toFixed(1)}`)
  }
  report({ figure: 'ssr-overhead.none', value: median(pairs.map(pair => pair.noneUs)), unit: 'µs/request' })
  for (const name of new Set(contestants.map(contestant => contestant.name))) {
    const own = pairs.filter(pair => pair.name === name)
    const isOurs = name === 'errata'
    const figure = isOurs ? 'ssr-overhead' : `ssr-overhead.${name}`
    const ratio = median(own.map(({ us, noneUs }) => us / noneUs))
    report({ figure, value: ratio, unit: 'of none', ...(isOurs && { goal: { most: 1.15 } }) })
    const extraUs = median(own.map(({ us, noneUs }) => us - noneUs))
    report({ figure: `${figure}.extra`, value: extraUs, unit: 'µs/request' })
  }
  await reportParts(app.dir)
}

/** Two fresh processes, by turns; from the first request until all has arrived, because sending is part of the cost. */
async function compare(buildDir: string, round: number): Promise<Pair> {
  const {
    name,
    variant,
    way = 'full',
  } = contestants[round % contestants.length] ?? { name: 'control', variant: 'none' }
  await using disposables = new AsyncDisposableStack()
  // Who is started first and who begins changes from one generation to the next: it makes a difference of its own.
  const generation = Math.floor(round / contestants.length)
  const start = async (which: Variant) => disposables.use(await startSsrServer(which, buildDir))
  const early = generation % 2 === 0 ? await start(variant) : undefined
  const none = await start('none')
  const contestant = early ?? (await start(variant))
  const takeTurns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      const first = (turn + generation) % 2 === 0
      if (first) await contestant.load(perTurn, way)
      await none.load(perTurn)
      if (!first) await contestant.load(perTurn, way)
    }
  }
  await takeTurns(warmUpTurns)
  await contestant.everythingArrived()
  const cpuUs = (servers: readonly SsrServer[]) => Promise.all(servers.map(server => server.cpuUs()))
  const before = await cpuUs([contestant, none])
  await takeTurns(turns)
  await contestant.everythingArrived()
  const after = await cpuUs([contestant, none])
  const [us = Number.NaN, noneUs = Number.NaN] = after.map((used, i) => (used - (before[i] ?? 0)) / (turns * perTurn))
  return { name, us, noneUs }
}

/** By a profile of the main thread, because they are smaller than the difference between two processes. */
async function reportParts(buildDir: string): Promise<void> {
  await using server = await startSsrServer('errata', buildDir)
  await server.load(warmUpTurns * perTurn)
  await server.everythingArrived()
  const spent = await server.profile(profiled)
  const parts = Object.entries(spent).filter(([part]) => part !== 'idle')
  for (const [part, us] of parts.toSorted(([, a], [, b]) => b - a))
    report({ figure: `ssr-overhead.part.${part}`, value: us / profiled, unit: 'µs/request' })
}
