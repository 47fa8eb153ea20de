import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { bundle, type Chunk, variants } from './browser-bundles.ts'
import { progress, report } from './report.ts'

export const about = "the browser half's bytes, gzipped, beside Sentry's React Router SDK and Grafana Faro"

export async function measure(): Promise<void> {
  const totals: Record<string, number> = {}
  for (const name of variants) {
    progress(`browser-weight: building ${name}…`)
    const chunks = await bundle([name])
    totals[name] = chunks.reduce((sum, chunk) => sum + chunk.gzipped, 0)
    if (name === 'errata') totals[name] += await reportParts(chunks)
  }
  const { errata = Number.NaN, sentry = Number.NaN, faro = Number.NaN } = totals
  report({ figure: 'browser-weight', value: errata / 1_000, unit: 'KB', goal: { most: 24 } })
  report({ figure: 'browser-weight.sentry', value: sentry / 1_000, unit: 'KB' })
  report({ figure: 'browser-weight.faro', value: faro / 1_000, unit: 'KB' })
  report({ figure: 'browser-weight.to-sentry', value: errata / sentry, unit: 'ratio' })
}

/**
 * Reports the sizes of the head's snippet, of the code at hydration, of the code loaded later, and of Vite's loader.
 *
 * @returns Bytes of the head's snippet, gzipped, which is in no counted chunk.
 */
async function reportParts(chunks: readonly Chunk[]): Promise<number> {
  const [entry] = await bundle(['errata'], { agentLeftOut: true })
  const hooks = entry?.gzipped ?? Number.NaN
  const agent = chunks.find(chunk => !chunk.isEntry)?.gzipped ?? Number.NaN
  const loader = (chunks.find(chunk => chunk.isEntry)?.gzipped ?? Number.NaN) - hooks
  const snippet = gzipSync(await readSnippet(), { level: 9 }).length
  report({ figure: 'browser-weight.snippet', value: snippet / 1_000, unit: 'KB', goal: { most: 0.3 } })
  report({ figure: 'browser-weight.hooks', value: hooks / 1_000, unit: 'KB', goal: { most: 2 } })
  report({ figure: 'browser-weight.agent', value: agent / 1_000, unit: 'KB' })
  report({ figure: 'browser-weight.vite-loader', value: loader / 1_000, unit: 'KB' })
  return snippet
}

async function readSnippet(): Promise<string> {
  const [chunk] = await bundle(['snippet'], { agentLeftOut: true })
  const page = createContext({ performance })
  runInContext(chunk?.code ?? '', page)
  return String(page['snippet'])
}
