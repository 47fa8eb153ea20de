import { setTimeout as wait } from 'node:timers/promises'
import { deskPages, openDeskPage } from '../test/browser/desk-pages.ts'
import { openBrowser } from '../test/browser/open-browser.ts'
import { median, printProgress, reportFigure } from './report.ts'
import { timePageRequest } from './time-page-request.ts'

export const benchmarkDescription =
  'first byte of every page of two seeded desks that run, in turn: ERRATA_BENCH_DESKS=<URL before>,<URL after>'

const rounds = 15
/** Counts are cached for ten seconds: each request of a page reads them anew. */
const cachedMs = 11_000
/** They answer with an error. */
const notMeasured = [
  'not-found',
  'error',
  'store-away',
  'last-resort',
  'nothing-found',
  'exceptionsMistake',
  'logsMistake',
]

/** Both desks are asked for the same page at nearly the same time, each first in every other round. */
export async function runBenchmark(): Promise<void> {
  const desks = process.env['ERRATA_BENCH_DESKS']?.split(',') ?? []
  if (desks.length !== 2) throw new Error('ERRATA_BENCH_DESKS takes the URLs of two desks, separated by a comma.')
  const [before, after] = await Promise.all(desks.map(findPages))
  if (before === undefined || after === undefined) return
  const names = [...before.keys()].filter(name => after.has(name))
  const times = new Map(names.map(name => [name, { before: [] as number[], after: [] as number[] }]))
  for (let round = 0; round < rounds; round += 1) {
    printProgress(`first-byte: round ${round + 1} of ${rounds}`)
    const sinceMs = performance.now()
    for (const name of names) {
      const asked = [
        { url: before.get(name) ?? '', into: times.get(name)?.before },
        { url: after.get(name) ?? '', into: times.get(name)?.after },
      ]
      for (const { url, into } of round % 2 === 0 ? asked : asked.toReversed())
        into?.push((await timePageRequest(url)).firstByteMs)
    }
    await wait(Math.max(0, cachedMs - (performance.now() - sinceMs)))
  }
  for (const [name, of] of times) {
    const value = median(of.after)
    reportFigure({ figure: `first-byte.${name}`, value, unit: 'ms' })
    reportFigure({ figure: `first-byte.${name}.ratio`, value: value / median(of.before), unit: '×' })
  }
}

/** Where the pages of a desk are; links are followed once. Without `whole`, which waits for all parts. */
async function findPages(deskUrl: string): Promise<Map<string, string>> {
  await using browser = await openBrowser()
  await using context = await browser.newContext()
  const page = await context.newPage()
  const pages = new Map<string, string>()
  for (const [name, way] of Object.entries(deskPages)) {
    if (notMeasured.includes(name)) continue
    await openDeskPage(page, deskUrl, way)
    const url = new URL(page.url())
    url.searchParams.delete('whole')
    pages.set(name, url.href)
  }
  return pages
}
