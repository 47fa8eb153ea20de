import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { BrowserOptions } from '../browser/entry/options.ts'
import type { InstrumentOptions } from '../react-router/instrument-build.ts'
import { getRuntime } from '../runtime.ts'
import { agentImport } from './agent-import.ts'
import { findRelease } from './find-release.ts'
import { instrumentedRender, isRenderId, rendersOf } from './render-imports.ts'
import { sourceMaps } from './source-maps.ts'

export interface ErrataOtelOptions {
  /** `service.version` of what is built. Default: the `version` in the app's package.json, or the commit where that says none or 0.0.0. */
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

/**
 * Vite plugins, beside React Router's: they instrument the server build, start the browser half in the client entry, put the snippet
 * for early errors and the trace into each document, and write source maps beside what is served. The app's own entries, or React Router's default ones, stay as they are.
 *
 * They tell both halves the release, and keep `@errata/otel` out of the server bundle, so that it and what `node --import` loads are one copy.
 */
export function errataOtel(options: ErrataOtelOptions = {}): Plugin[] {
  let release = options.release
  let isRenderSeen = false
  const instrumenting: Plugin = {
    name: 'errata-otel',
    enforce: 'pre',
    config(config) {
      release ??= findRelease(config.root ?? process.cwd())
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
      if (config.mode === 'test') return
      if (getRuntime() === undefined) await import('../server/register.ts')
      // Not before Vite is loaded: it would get a copy of its own module runner that is not evaluated yet.
      importing ??= startImportingByName()
      await importing
    },
    resolveId: {
      // Before React Router's, wherever in the list of plugins either stands.
      order: 'pre',
      handler(id, importer) {
        const isServer = this.environment.config.consumer === 'server'
        // A build for several servers asks for it with a query.
        if (isServer && id.startsWith(serverBuild) && importer?.startsWith(ours) !== true) return `${ours}${id}`
        if (isRenderId(id)) return `${ours}${id}`
        return !isServer && importer !== undefined && isOfApp(importer) ? clientModules[id] : undefined
      },
    },
    buildStart() {
      isRenderSeen = false
    },
    // Not by `resolveId`: a development server leaves what it takes for external packages to Node, unresolved.
    transform(code, id) {
      if (this.environment.config.consumer !== 'server' || id.startsWith(ours) || !isOfApp(id)) return undefined
      const { withOurs, isFound, missed } = rendersOf(code)
      isRenderSeen ||= isFound
      if (missed) this.warn(`${says} ${id} takes react-dom/server in a way that is not seen: import it by its name.`)
      return isFound ? { code: withOurs, map: null } : undefined // no line moves
    },
    buildEnd(error) {
      if (error !== undefined || isRenderSeen || !hasServerBuild(this)) return
      this.warn(
        `${says} no file of the app imports react-dom/server, so what fails while rendering gets no digest, and documents no snippet for early errors. Where a package renders, call instrumentRender of @errata/otel/react-router.`,
      )
    },
    load(id) {
      if (!id.startsWith(ours)) return undefined
      const original = id.slice(ours.length)
      if (isRenderId(original)) return instrumentedRender(original)
      const { mode, config } = this.environment
      const isBuild = mode !== 'dev'
      const isMinified = isBuild && config.build.minify !== false
      return instrumentedBuild(original, {
        mode: isBuild ? 'production' : 'development',
        isMinified,
        ...(release !== undefined && { release }),
      })
    },
    generateBundle() {
      if (this.environment.config.consumer !== 'server') return
      this.emitFile({ type: 'asset', fileName: 'errata-release.json', source: JSON.stringify({ release }) })
    },
  }
  return [instrumenting, agentImport, ...sourceMaps(() => release ?? '')]
}

let importing: Promise<void> | undefined

/** Lets the hooks of instrumentations see what Vite imports in development. */
async function startImportingByName(): Promise<void> {
  const { supportsSyncHooks } = await import('import-in-the-middle/register-hooks.mjs')
  const { importByName } = await import('../server/import-by-name.ts')
  importByName(supportsSyncHooks())
}

const says = '[@errata/otel]'

/** Beside this file, as it is built or, in a test, as it is written. */
const fileOf = (path: string) => fileURLToPath(new URL(`${path}${import.meta.url.slice(-3)}`, import.meta.url))
const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** What the app imports in the browser, by the files that take its place. */
const clientModules: Readonly<Record<string, string>> = {
  'react-dom/client': fileOf('../browser/start/react-dom-client'),
  'react-router/dom': fileOf('../browser/start/react-router-dom'),
}

/** True for the app's own files, and for React Router's entries where it has none. */
function isOfApp(file: string): boolean {
  if (/[\\/]entry\.(client|server)(\.(node|web))?\.[cm]?[jt]sx?(\?|$)/.test(file)) return true
  const isScript = /\.[cm]?[jt]sx?(\?|$)/.test(file)
  return isScript && !file.startsWith('\0') && !/[\\/]node_modules[\\/]/.test(file) && !file.startsWith(ownFolder)
}

/** False for what is built for the server without React Router's own build, as a config or a worker. */
const hasServerBuild = (build: { getModuleIds(): Iterable<string> }) =>
  [...build.getModuleIds()].some(id => id.startsWith(`${ours}${serverBuild}`))

/** Names declared here come before those of `export *`. */
const instrumentedBuild = (original: string, options: InstrumentOptions) => `
import * as build from ${JSON.stringify(original)}
import { instrumentBuild } from '@errata/otel/react-router'
export * from ${JSON.stringify(original)}
export const { entry, routes } = instrumentBuild(build, ${JSON.stringify(options)})
`
