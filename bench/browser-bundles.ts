import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { installPeers } from './install-peers.ts'

export interface BundledChunk {
  readonly file: string
  readonly code: string
  readonly isEntry: boolean
  /** Bytes after gzip -9. */
  readonly gzipped: number
}

/** The measured SDKs, with tracing and everything that a page view needs; entries of browser-entries/. */
export const MEASURED_SDKS = ['errata', 'sentry', 'faro'] as const

export interface BundleOptions {
  /** Also bundles React and its router, used before the entry, instead of leaving them out. */
  readonly withFramework?: boolean
  /** Leaves out what our entry loads later, and Vite's code for loading it. */
  readonly agentLeftOut?: boolean
}

const root = join(import.meta.dirname, '..')
const entryId = 'virtual:entry'
/** Part of every app that uses any of them, so not counted. */
const framework = [/^react($|\/)/, /^react-dom($|\/)/, /^react-router($|\/)/]
const useFramework = "import * as r from 'react'; import * as rr from 'react-router'; globalThis.framework = [r, rr];"

/** Builds entries of browser-entries/ (none for an empty page) like an app's build: with Vite, for production, in chunks. */
export async function bundleEntries(entries: readonly string[], options: BundleOptions = {}): Promise<BundledChunk[]> {
  const { withFramework = false, agentLeftOut = false } = options
  const imports = entries.map(
    name => `import ${JSON.stringify(join(import.meta.dirname, 'browser-entries', `${name}.js`))};`,
  )
  const text = [withFramework ? useFramework : '', ...imports].join('\n')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    // Relative, so that a page may be in any folder.
    base: './',
    // One copy of each, whatever the peers' tree looks like.
    resolve: { dedupe: ['@opentelemetry/api', '@opentelemetry/core', '@opentelemetry/resources'] },
    plugins: [entryPlugin(text, await installPeers()), ...(agentLeftOut ? [leaveAgentOut] : [])],
    define: { __ERRATA_RELEASE__: '"1.0.0"', 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: {
        input: entryId,
        external: withFramework ? [] : framework,
        // A browser could not resolve an import for side effects alone.
        treeshake: { moduleSideEffects: 'no-external' },
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

function entryPlugin(text: string, peersDir: string): Plugin {
  return {
    name: 'bench-entry',
    resolveId(source, importer) {
      if (source === entryId) return `\0${entryId}`
      const isPeer = /^@(sentry|grafana)\//.test(source) && importer?.includes('browser-entries')
      const isFramework = framework.some(name => name.test(source))
      // One React for all; peers are resolved only in their own folder.
      if (!isPeer && !isFramework) return undefined
      return this.resolve(source, join(isPeer ? peersDir : root, 'package.json'), { skipSelf: true })
    },
    load: id => (id === `\0${entryId}` ? text : undefined),
  }
}

const leaveAgentOut: Plugin = {
  name: 'bench-without-agent',
  transform: code => code.replace("import('./agent/agent.js')", 'new Promise(() => {})'),
}
