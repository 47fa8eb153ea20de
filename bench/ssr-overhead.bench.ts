import { loadavg } from 'node:os'
import { installPeers } from './install-peers.ts'
import { median, progress, report } from './report.ts'
import type { Variant } from './ssr-app/settings.ts'
import { buildSsrApp, type SsrServer, startSsrServer } from './ssr-server.ts'

export const about =
  'processor time a server-rendered page costs with everything traced, stamped, logged and exported, to none (goal 1.15, at best 1.10)'

/** What is compared in each generation of fresh processes; `level` picks one of our ports. */
const contestants: Readonly<Record<string, { readonly variant: Variant; readonly level?: number }>> = {
  none: { variant: 'none' },
  errata: { variant: 'errata' },
  // The same as none: how far its ratio is from 1 is what this machine can tell.
  control: { variant: 'none' },
  // Instrumentations and module hook are loaded, and the request goes by them.
  loaded: { variant: 'errata', level: 0 },
  stock: { variant: 'stock' },
  sentry: { variant: 'sentry' },
}

const warmUp = 1_000
const rounds = 6
const perRound = 250
/** Generations are begun for so long, and three at least. */
const compareMs = 210_000
const leastGenerations = 3
const mostGenerations = 10

/** One more part each: what the ports of ours serve with. */
const parts = ['server-span', 'route-spans', 'log'] as const
const partRounds = 12
const partsMs = 60_000

type Costs = Readonly<Record<string, number>>

export async function measure(): Promise<void> {
  await installPeers()
  progress('ssr-overhead: building the app…')
  await using app = await buildSsrApp()
  const generations: Costs[] = []
  const untilMs = performance.now() + compareMs
  while (
    generations.length < leastGenerations ||
    (performance.now() < untilMs && generations.length < mostGenerations)
  ) {
    const costs = await compare(app.dir, generations.length)
    generations.push(costs)
    progress(`ssr-overhead: generation ${generations.length}, load ${loadavg()[0]?.toFixed(1)}: ${inWords(costs)}`)
  }
  const inEach = (pick: (costs: Costs) => number) => median(generations.map(pick))
  const ratio = (name: string) => inEach(costs => (costs[name] ?? Number.NaN) / (costs['none'] ?? Number.NaN))
  const extraUs = (name: string) => inEach(costs => (costs[name] ?? Number.NaN) - (costs['none'] ?? Number.NaN))

  report({ figure: 'ssr-overhead', value: ratio('errata'), unit: 'of none', goal: { most: 1.15 } })
  report({ figure: 'ssr-overhead.extra', value: extraUs('errata'), unit: 'µs/request' })
  report({ figure: 'ssr-overhead.none', value: inEach(costs => costs['none'] ?? Number.NaN), unit: 'µs/request' })
  for (const name of ['control', 'loaded', 'stock', 'sentry']) {
    report({ figure: `ssr-overhead.${name}`, value: ratio(name), unit: 'of none' })
    report({ figure: `ssr-overhead.${name}.extra`, value: extraUs(name), unit: 'µs/request' })
  }
  await reportParts(app.dir)
}

/** µs a request for each contestant: fresh processes, warmed up, then asked by turns, so that a slower minute is everybody's. */
async function compare(buildDir: string, generation: number): Promise<Costs> {
  await using disposables = new AsyncDisposableStack()
  const names = turned(Object.keys(contestants), generation)
  const servers = new Map<string, SsrServer>()
  const before = new Map<string, number>()
  for (const name of names) {
    const server = disposables.use(await startSsrServer(contestants[name]?.variant ?? 'none', buildDir))
    await server.load(warmUp, contestants[name]?.level)
    await server.everythingArrived()
    servers.set(name, server)
  }
  for (const [name, server] of servers) before.set(name, await server.cpuUs())
  for (let round = 0; round < rounds; round++) {
    for (const name of turned(names, round)) await servers.get(name)?.load(perRound, contestants[name]?.level)
  }
  // From the first request until all has arrived: sending is part of the cost, also where it comes later.
  const costs: Record<string, number> = {}
  for (const [name, server] of servers) {
    await server.everythingArrived()
    costs[name] = ((await server.cpuUs()) - (before.get(name) ?? 0)) / (rounds * perRound)
  }
  return costs
}

/** In one process, by turns and each until all has arrived: differences too small to be seen between two processes. */
async function reportParts(buildDir: string): Promise<void> {
  await using server = await startSsrServer('errata', buildDir)
  const levels = Array.from({ length: server.levels }, (_, level) => level)
  for (const level of levels) await server.load(warmUp, level)
  await server.everythingArrived()
  const measured: number[][] = levels.map(() => [])
  const untilMs = performance.now() + partsMs
  for (let round = 0; round < partRounds && performance.now() < untilMs; round++) {
    progress(`ssr-overhead: what each part costs, round ${round + 1} of at most ${partRounds}…`)
    for (const level of turned(levels, round)) {
      const before = await server.cpuUs()
      await server.load(perRound, level)
      await server.everythingArrived()
      measured[level]?.push(((await server.cpuUs()) - before) / perRound)
    }
  }
  for (const [i, part] of parts.entries()) {
    const [without = [], withIt = []] = measured.slice(i, i + 2)
    const extraUs = median(withIt.map((cost, round) => cost - (without[round] ?? Number.NaN)))
    report({ figure: `ssr-overhead.part.${part}`, value: extraUs, unit: 'µs/request' })
  }
}

/** The same in another order. */
function turned<T>(values: readonly T[], by: number): T[] {
  const at = by % values.length
  return [...values.slice(at), ...values.slice(0, at)]
}

function inWords(costs: Costs): string {
  return Object.entries(costs)
    .map(([name, us]) => `${name} ${us.toFixed(0)} µs`)
    .join(', ')
}
