import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { BrowserOptions } from '../browser/options.ts'
import type { InstrumentOptions } from '../react-router/instrument-build.ts'
import { getRuntime } from '../runtime.ts'
import { sourceMaps } from './source-maps.ts'

export interface ErrataOtelOptions {
  /** `service.version` of what is built. Default: the `version` in the app's package.json, if it has one. */
  readonly release?: string
  /** What the browser half is started with, as far as JSON can say it; functions go to `startBrowser` in `entry.client`. */
  readonly browser?: SerialisableOptions
}

type SerialisableOptions = {
  [Name in keyof BrowserOptions as BrowserOptions[Name] extends ((...args: never) => unknown) | undefined
    ? never
    : Name]: BrowserOptions[Name]
}

/** Of React Router's plugin: what the server's build is made from. */
const serverBuild = 'virtual:react-router/server-build'
const ours = '\0errata-otel:'
const instrumentedRenderId = 'virtual:errata-otel/react-dom-server'

/**
 * Vite plugins, beside React Router's: they instrument the server build, start the browser half in the client entry, put the snippet
 * for early errors and the trace into each document, and write source maps beside what is served. The app's own entries, or React Router's default ones, stay as they are.
 *
 * They tell both halves the release, and keep `@errata/otel` out of the server bundle, so that it and what `node --import` loads are one copy.
 */
export function errataOtel(options: ErrataOtelOptions = {}): Plugin[] {
  let release = options.release
  const instrumenting: Plugin = {
    name: 'errata-otel',
    enforce: 'pre',
    config(config) {
      release ??= readVersion(config.root ?? process.cwd())
      return {
        define: {
          __ERRATA_RELEASE__: JSON.stringify(release ?? ''),
          __ERRATA_BROWSER__: JSON.stringify(options.browser ?? {}),
        },
        ssr: { external: ['@errata/otel'] },
        // One copy of each, whatever the installed tree looks like.
        resolve: { dedupe: ['@opentelemetry/api', '@opentelemetry/core', '@opentelemetry/resources'] },
        optimizeDeps: {
          // The client entry takes parts of it by their files: as one of Vite's bundles it would be there twice.
          exclude: ['@errata/otel'],
          include: [
            ...['api', 'resources', 'sdk-trace', 'sdk-trace-web'].map(name => `@errata/otel > @opentelemetry/${name}`),
            '@errata/otel > web-vitals',
          ],
        },
      }
    },
    // React Router's development server starts itself anew without what `--import` loads. A test runner starts no telemetry.
    async configureServer({ config }) {
      if (config.mode !== 'test' && getRuntime() === undefined) await import('../server/register.ts')
    },
    resolveId: {
      // Before React Router's, wherever in the list of plugins either stands.
      order: 'pre',
      handler(id, importer) {
        const isServer = this.environment.config.consumer === 'server'
        // A build for several servers asks for it with a query.
        if (isServer && id.startsWith(serverBuild) && importer?.startsWith(ours) !== true) return `${ours}${id}`
        if (id === instrumentedRenderId) return `${ours}${id}`
        return !isServer && importer !== undefined && isEntry('client', importer) ? clientModules[id] : undefined
      },
    },
    // Not by `resolveId`: a development server leaves what it takes for external packages to Node, unresolved.
    transform(code, id) {
      if (this.environment.config.consumer !== 'server' || !isEntry('server', id)) return undefined
      const withOurs = code.replace(/(\bfrom\s*)(['"])react-dom\/server\2/g, `$1'${instrumentedRenderId}'`)
      return { code: withOurs, map: null } // no line moves
    },
    load(id) {
      if (!id.startsWith(ours)) return undefined
      const original = id.slice(ours.length)
      if (original === instrumentedRenderId) return instrumentedRender
      const { mode, config } = this.environment
      const isBuild = mode !== 'dev'
      const isMinified = isBuild && config.build.minify !== false
      return instrumentedBuild(original, { mode: isBuild ? 'production' : 'development', isMinified })
    },
    generateBundle() {
      if (this.environment.config.consumer !== 'server') return
      this.emitFile({ type: 'asset', fileName: 'errata-release.json', source: JSON.stringify({ release }) })
    },
  }
  return [instrumenting, ...sourceMaps(() => release ?? '')]
}

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What `entry.client` imports, by the files that take its place. */
const clientModules: Readonly<Record<string, string>> = {
  'react-dom/client': fileOf('../browser/start/react-dom-client.js'),
  'react-router/dom': fileOf('../browser/start/react-router-dom.js'),
}

const isEntry = (side: 'client' | 'server', file: string) =>
  new RegExp(`[\\\\/]entry\\.${side}(\\.(node|web))?\\.[cm]?[jt]sx?(\\?|$)`).test(file)

/** Names declared here come before those of `export *`. */
const instrumentedBuild = (original: string, options: InstrumentOptions) => `
import * as build from ${JSON.stringify(original)}
import { instrumentBuild } from '@errata/otel/react-router'
export * from ${JSON.stringify(original)}
export const { entry, routes } = instrumentBuild(build, ${JSON.stringify(options)})
`

const instrumentedRender = `
import server from 'react-dom/server'
import { instrumentReadableRender, instrumentRender } from '@errata/otel/react-router'
export default server
export const { prerender, prerenderToNodeStream, renderToStaticMarkup, renderToString, resume, resumeToPipeableStream, version } = server
export const renderToPipeableStream = instrumentRender(server.renderToPipeableStream)
export const renderToReadableStream = instrumentReadableRender(server.renderToReadableStream)
`

function readVersion(root: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return undefined
}
