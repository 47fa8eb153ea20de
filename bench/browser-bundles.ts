import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { errataOtel } from '@errata/otel/vite'
import { build, type Plugin, type Rolldown } from 'vite'

export interface Chunk {
  readonly file: string
  readonly code: string
  readonly isEntry: boolean
  /** Bytes after gzip -9. */
  readonly gzipped: number
}

/** What stands in an app's entry for each of the SDKs, tracing on, with everything that a page view needs. */
export const variants = {
  errata: `import { startBrowser } from '@errata/otel/browser'
    globalThis.hooks = startBrowser()`,
  sentry: `import * as Sentry from '@sentry/react-router'
    Sentry.init({ dsn: location.origin.replace('//', '//key@') + '/1', tracesSampleRate: 1,
      integrations: [Sentry.reactRouterTracingIntegration()] })
    globalThis.hooks = [Sentry.sentryOnError, Sentry.reactErrorHandler]`,
  faro: `import { getWebInstrumentations, initializeFaro } from '@grafana/faro-web-sdk'
    import { TracingInstrumentation } from '@grafana/faro-web-tracing'
    initializeFaro({ url: location.origin + '/collect', app: { name: 'bench' },
      instrumentations: [...getWebInstrumentations(), new TracingInstrumentation()] })`,
} as const

export type Variant = keyof typeof variants

const root = join(import.meta.dirname, '..')
const entryId = 'virtual:entry'
/** In every app that uses any of them, so not counted. */
const framework = [/^react($|\/)/, /^react-dom($|\/)/, /^react-router($|\/)/]

/**
 * Builds an entry as an app's build would: Vite, for production, in chunks.
 *
 * @param options.withFramework Bundles React and its router too, instead of leaving them out.
 * @param options.agentLeftOut Leaves out what our entry loads later, and Vite's own code for loading it.
 * @throws {Error} When a peer is not installed; `ERRATA_BENCH_PEERS` may name a folder that has them in its node_modules.
 */
export async function bundle(entry: string, { withFramework = false, agentLeftOut = false } = {}): Promise<Chunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    // Relative, so that a page may lie in any folder.
    base: './',
    plugins: [entryPlugin(entry, agentLeftOut), errataOtel({ release: '1.0.0' })],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: {
        input: entryId,
        external: withFramework ? [] : framework,
      },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap(one => ('output' in one ? one.output : []))
  return outputs.filter(isChunk).map(({ fileName, code, isEntry }) => ({
    file: fileName,
    code,
    isEntry,
    gzipped: gzipSync(code, { level: 9 }).length,
  }))
}

const isChunk = (one: { readonly type: string }): one is Rolldown.OutputChunk => one.type === 'chunk'

function entryPlugin(entry: string, agentLeftOut: boolean): Plugin {
  const peers = process.env['ERRATA_BENCH_PEERS']
  return {
    name: 'bench-entry',
    resolveId(source, importer) {
      if (source === entryId) return `\0${entryId}`
      const isFramework = framework.some(name => name.test(source))
      // A virtual module has no folder to look from, and there is one React for all.
      if (importer !== `\0${entryId}` && !isFramework) return undefined
      const from = peers && !isFramework && /^@(sentry|grafana)\//.test(source) ? peers : root
      return this.resolve(source, join(from, 'package.json'), { skipSelf: true })
    },
    transform: code => (agentLeftOut ? code.replace("import('./agent.js')", 'new Promise(() => {})') : undefined),
    load: id => (id === `\0${entryId}` ? entry : undefined),
  }
}
