import { gzipSync } from 'node:zlib'
import { headSnippet } from '@errata/otel/browser'
import { bundle, type Chunk, type Variant, variants } from './browser-bundles.ts'
import { progress, report } from './report.ts'

export const about = "the browser half's bytes, gzipped, beside Sentry's React Router SDK and Grafana Faro"

export async function measure(): Promise<void> {
  const totals: Partial<Record<Variant, number>> = {}
  for (const [name, entry] of Object.entries(variants)) {
    progress(`browser-weight: building ${name}…`)
    const chunks = await bundle(entry)
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.gzipped, 0)
    if (name === 'errata') await reportParts(chunks)
    if (isVariant(name)) totals[name] = bytes
  }
  const { errata = 0, sentry = 0, faro = 0 } = totals
  const whole = errata + gzipSync(headSnippet, { level: 9 }).length
  report({ figure: 'browser-weight', value: whole / 1_000, unit: 'KB', goal: { most: 24 } })
  report({ figure: 'browser-weight.sentry', value: sentry / 1_000, unit: 'KB' })
  report({ figure: 'browser-weight.faro', value: faro / 1_000, unit: 'KB' })
  report({ figure: 'browser-weight.to-sentry', value: whole / sentry, unit: 'ratio' })
}

/** What stands in the head, what is there at hydration, what comes later, and what Vite adds to load that. */
async function reportParts(chunks: readonly Chunk[]): Promise<void> {
  const [entry] = await bundle(variants.errata, { agentLeftOut: true })
  const hooks = entry?.gzipped ?? Number.NaN
  const snippet = gzipSync(headSnippet, { level: 9 }).length
  const agent = chunks.find(chunk => !chunk.isEntry)?.gzipped ?? Number.NaN
  const loader = (chunks.find(chunk => chunk.isEntry)?.gzipped ?? Number.NaN) - hooks
  report({ figure: 'browser-weight.snippet', value: snippet / 1_000, unit: 'KB', goal: { most: 0.3 } })
  report({ figure: 'browser-weight.hooks', value: hooks / 1_000, unit: 'KB', goal: { most: 2 } })
  report({ figure: 'browser-weight.agent', value: agent / 1_000, unit: 'KB' })
  report({ figure: 'browser-weight.vite-loader', value: loader / 1_000, unit: 'KB' })
}

const isVariant = (name: string): name is Variant => name in variants
