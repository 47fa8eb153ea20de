import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { type BundledChunk, bundleEntries, MEASURED_SDKS } from './browser-bundles.ts'
import { printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  "the browser half's bytes, gzipped, beside Sentry's React Router SDK and Grafana Faro"

export async function runBenchmark(): Promise<void> {
  const totals: Record<string, number> = {}
  for (const name of MEASURED_SDKS) {
    printProgress(`browser-weight: building ${name}…`)
    const chunks = await bundleEntries([name])
    totals[name] = chunks.reduce((sum, chunk) => sum + chunk.gzipped, 0)
    if (name === 'errata') totals[name] += await reportParts(chunks)
  }
  const { errata = Number.NaN, sentry = Number.NaN, faro = Number.NaN } = totals
  reportFigure({ figure: 'browser-weight', value: errata / 1_000, unit: 'KB', goal: { most: 26 } })
  reportFigure({ figure: 'browser-weight.sentry', value: sentry / 1_000, unit: 'KB' })
  reportFigure({ figure: 'browser-weight.faro', value: faro / 1_000, unit: 'KB' })
  reportFigure({ figure: 'browser-weight.to-sentry', value: errata / sentry, unit: 'ratio' })
}

/**
 * Reports the sizes of the head's snippet, of the code at hydration, of the code loaded later, and of Vite's loader.
 *
 * @returns Bytes of the head's snippet, gzipped, which is in no counted chunk.
 */
async function reportParts(chunks: readonly BundledChunk[]): Promise<number> {
  const [entry] = await bundleEntries(['errata'], { agentLeftOut: true })
  const hooks = entry?.gzipped ?? Number.NaN
  const agent = chunks.find(chunk => !chunk.isEntry)?.gzipped ?? Number.NaN
  const loader = (chunks.find(chunk => chunk.isEntry)?.gzipped ?? Number.NaN) - hooks
  const snippet = gzipSync(await readSnippet(), { level: 9 }).length
  reportFigure({ figure: 'browser-weight.snippet', value: snippet / 1_000, unit: 'KB', goal: { most: 0.3 } })
  reportFigure({ figure: 'browser-weight.hooks', value: hooks / 1_000, unit: 'KB' })
  reportFigure({ figure: 'browser-weight.agent', value: agent / 1_000, unit: 'KB' })
  reportFigure({ figure: 'browser-weight.vite-loader', value: loader / 1_000, unit: 'KB' })
  return snippet
}

async function readSnippet(): Promise<string> {
  const [chunk] = await bundleEntries(['snippet'], { agentLeftOut: true })
  const page = createContext({ performance })
  runInContext(chunk?.code ?? '', page)
  return String(page['snippet'])
}
