import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningStack, startStack } from '../test/stack/start-stack.ts'
import { fillStore } from './filled-store/fill-store.ts'
import { median, percentile, printProgress, reportFigure } from './report.ts'
import { type PageTimes, timePageRequest } from './time-page-request.ts'

export const benchmarkDescription =
  'from a digest asked to the page with the stack, on 10 M spans and 500 k exceptions (made first: some minutes)'

const traces = 1_250_000
const starts = 3
const askedAgain = 3
const firstByteGoalMs = 100

/** `ERRATA_BENCH_DATA_DIR` names a folder to fill, go on filling, or use again; without it there is a new one, removed afterwards. */
export async function runBenchmark(): Promise<void> {
  const given = process.env['ERRATA_BENCH_DATA_DIR']
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  try {
    await fillStore(dataDir, { traces })
    await lookUp(dataDir)
  } finally {
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function lookUp(dataDir: string): Promise<void> {
  const afterStart: PageTimes[] = []
  for (let start = 1; ; start++) {
    printProgress(`digest-lookup: start ${start} of ${starts}, load ${loadavg()[0]?.toFixed(1)}`)
    await using stack = await startStack({ dataDir })
    const asked = await listAsked(stack)
    // A digest for each start that no other start looks up.
    afterStart.push(await lookUpOne(stack, asked.warmUp[start - 1] ?? ''))
    if (start < starts) continue
    for (const digest of asked.warmUp.slice(starts)) await lookUpOne(stack, digest)
    await reportKinds(stack, asked.kinds)
    break
  }
  reportFigure({ figure: 'digest-lookup.after-start', value: median(afterStart.map(firstByte)), unit: 'ms' })
}

/** Every digest and trace id is looked up once, alternating kinds, before any is looked up again: people mostly look up once. */
async function reportKinds(stack: RunningStack, kinds: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const first: Record<string, PageTimes[]> = {}
  const again: PageTimes[] = []
  const inTurn = Object.entries(kinds)
    .flatMap(([kind, ids]) => ids.map((id, turn) => ({ kind, id, turn })))
    .sort((a, b) => a.turn - b.turn)
  printProgress(`digest-lookup: ${inTurn.length} look-ups, each ${1 + askedAgain} times`)
  for (let time = 0; time <= askedAgain; time++) {
    for (const { kind, id } of inTurn) {
      const times = await lookUpOne(stack, id)
      if (time > 0) again.push(times)
      else first[kind] = [...(first[kind] ?? []), times]
    }
  }
  printProgress(`digest-lookup: done, load ${loadavg()[0]?.toFixed(1)}`)
  const all = Object.values(first).flat()
  const goal = { most: firstByteGoalMs }
  reportFigure({ figure: 'digest-lookup', value: median(all.map(firstByte)), unit: 'ms', goal })
  reportFigure({ figure: 'digest-lookup.p95', value: percentile(all.map(firstByte), 95), unit: 'ms', goal })
  reportFigure({ figure: 'digest-lookup.page', value: median(all.map(wholePage)), unit: 'ms' })
  reportFigure({ figure: 'digest-lookup.page.p95', value: percentile(all.map(wholePage), 95), unit: 'ms' })
  reportFigure({ figure: 'digest-lookup.again', value: median(again.map(firstByte)), unit: 'ms' })
  reportFigure({ figure: 'digest-lookup.again.p95', value: percentile(again.map(firstByte), 95), unit: 'ms' })
  for (const [kind, times] of Object.entries(first))
    reportFigure({ figure: `digest-lookup.${kind}`, value: median(times.map(firstByte)), unit: 'ms' })
}

/** @throws {Error} If the page does not show the exception's stack. */
async function lookUpOne(stack: RunningStack, id: string): Promise<PageTimes> {
  const page = await timePageRequest(`${stack.deskUrl}/digest/${id}`)
  if (!/readStep\d+ \(file:/.test(page.html)) throw new Error(`/digest/${id} is without the stack`)
  return page
}

const firstByte = (times: PageTimes) => times.firstByteMs
const wholePage = (times: PageTimes) => times.pageMs

/** The looked-up ids: digests that occur very often, sometimes, and once; traces of exceptions; and others for warming up. */
async function listAsked(stack: RunningStack) {
  const [stored] = await stack.query("SELECT count() AS n FROM otel_traces WHERE ServiceName != 'errata-desk'")
  if (Number(stored?.['n']) < traces * 8) throw new Error(`The store has ${stored?.['n']} spans of ${traces * 8}`)
  const rows = await stack.query(`SELECT Digest AS id, uniqMerge(Occurrences) AS n FROM digests
    WHERE startsWith(Digest, 'd7') GROUP BY Digest ORDER BY n DESC, Digest`)
  const digests = rows.map(row => ({ id: String(row['id']), occurrences: Number(row['n']) }))
  const often = digests.filter(({ occurrences }) => occurrences > 1).map(({ id }) => id)
  const once = digests.filter(({ occurrences }) => occurrences === 1).map(({ id }) => id)
  const inTraces = await stack.query(
    "SELECT TraceId AS id FROM exceptions WHERE ServiceName = 'shop' AND cityHash64(TraceId) % 9973 = 0 LIMIT 30",
  )
  const every = Math.floor(often.length / 40)
  const sometimes = often.slice(20).filter((_, i) => i % every === 0)
  return {
    kinds: {
      frequent: often.slice(0, 15),
      sometimes: sometimes.slice(0, 30),
      once: once.slice(0, 30),
      trace: inTraces.map(row => String(row['id'])),
    },
    warmUp: often
      .slice(20)
      .filter((_, i) => i % every === 1)
      .slice(0, 25),
  }
}
