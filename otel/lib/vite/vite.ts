import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { BrowserOptions } from '../browser/entry/options.ts'
import type { InstrumentOptions } from '../react-router/instrument-build.ts'
import { getRuntime } from '../runtime.ts'
import { findRelease } from './find-release.ts'
import { instrumentedRender, isRenderId, rendersOf } from './render-imports.ts'
import { sharedPackages } from './shared-packages.ts'
import { sourceMaps } from './source-maps.ts'

export interface ErrataOtelOptions {
  /** `service.version` of the build. Default: the `version` in the app's package.json, or the commit if that is missing or 0.0.0. */
  readonly release?: string
  /** Options of the browser half that JSON can represent; pass functions to `startBrowser` in `entry.client`. */
  readonly browser?: SerialisableOptions
}

type SerialisableOptions = {
  [Name in keyof BrowserOptions as BrowserOptions[Name] extends ((...args: never) => unknown) | undefined
    ? never
    : Name]: BrowserOptions[Name]
}

/** The module from which React Router's plugin builds the server. */
const serverBuild = 'virtual:react-router/server-build'
const ownModulePrefix = '\0errata-otel:'

/**
 * Vite plugins, to use beside React Router's: they instrument the server build, start the browser half in the client entry, insert the
 * snippet for early errors and the trace into each document, and write source maps beside what is served. The app's own entries, or React
 * Router's default ones, stay unchanged.
 *
 * They tell both halves the release, and keep `@errata/otel` out of the server bundle, so that it and what `node --import` loads are one
 * copy; {@link externalsOf} says where not.
 */
export function errataOtel(options: ErrataOtelOptions = {}): Plugin[] {
  let release = options.release
  let isRenderSeen = false
  const instrumenting: Plugin = {
    name: 'errata-otel',
    enforce: 'pre',
    config(config, { command }) {
      const root = resolve(config.root ?? '.')
      release ??= findRelease(root)
      return {
        define: {
          __ERRATA_RELEASE__: JSON.stringify(release ?? ''),
          __ERRATA_BROWSER__: JSON.stringify(options.browser ?? {}),
        },
        ssr: externalsOf(command),
        resolve: { dedupe: sharedPackages(root) },
        optimizeDeps: {
          // The client entry imports its files directly: as one of Vite's bundles it would exist twice.
          exclude: ['@errata/otel'],
          include: [
            ...['api', 'resources', 'sdk-trace', 'sdk-trace-web'].map(name => `@errata/otel > @opentelemetry/${name}`),
            '@errata/otel > web-vitals',
          ],
        },
      }
    },
    // React Router's development server restarts itself without what `--import` loads. A test runner starts no telemetry.
    async configureServer({ config }) {
      if (config.mode === 'test') return
      if (getRuntime() === undefined) await import('../server/register.ts')
      const runtime = getRuntime()
      if (runtime !== undefined) runtime.servesRouter = true
      // Not before Vite is loaded: its own module runner would otherwise be loaded twice.
      importHookStart ??= startImportingByName()
      await importHookStart
    },
    resolveId: {
      // Before React Router's, whatever the order in the list of plugins.
      order: 'pre',
      handler(id, importer) {
        const isServer = this.environment.config.consumer === 'server'
        // A build for several servers requests it with a query.
        if (isServer && id.startsWith(serverBuild) && importer?.startsWith(ownModulePrefix) !== true)
          return `${ownModulePrefix}${id}`
        if (isRenderId(id)) return `${ownModulePrefix}${id}`
        return !isServer && importer !== undefined && isOfApp(importer) ? clientModules[id] : undefined
      },
    },
    buildStart() {
      isRenderSeen = false
    },
    // Not with `resolveId`: a development server leaves external packages unresolved to Node.
    transform(code, id) {
      if (this.environment.config.consumer !== 'server' || id.startsWith(ownModulePrefix) || !isOfApp(id))
        return undefined
      const { withOurs, isFound, missed } = rendersOf(code)
      isRenderSeen ||= isFound
      if (missed)
        this.warn(
          `${logPrefix} ${id} imports react-dom/server in a form that cannot be instrumented: import it by name.`,
        )
      return isFound ? { code: withOurs, map: null } : undefined // no line moves
    },
    buildEnd(error) {
      if (error !== undefined || isRenderSeen || !hasServerBuild(this)) return
      this.warn(
        `${logPrefix} no file of the app imports react-dom/server, so what fails while rendering gets no digest, and documents no snippet for early errors. Where a package renders, call instrumentRender of @errata/otel/react-router.`,
      )
    },
    load(id) {
      if (!id.startsWith(ownModulePrefix)) return undefined
      const original = id.slice(ownModulePrefix.length)
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
  return [instrumenting, ...sourceMaps(() => release ?? '')]
}

/**
 * In development Vite loads the development build of React Router, and Node the other one, unless it was started with
 * `--conditions=development`, as `react-router dev` does itself. On a custom server with Vite's middleware an external error boundary would
 * so be of another React Router than the app, and throw. There Vite loads it, which shares with the rest what exists once in a process.
 */
function externalsOf(command: 'build' | 'serve') {
  const isOneRouter = command === 'build' || import.meta.resolve('react-router').includes('/development/')
  if (isOneRouter) return { external: [packageName] }
  const others = ['register', 'server', 'stacks', 'maps'].map(entry => `${packageName}/${entry}`)
  return { external: others, noExternal: [packageName] }
}

const packageName = '@errata/otel'

let importHookStart: Promise<void> | undefined

/** Makes what Vite imports in development visible to the instrumentations' hooks. */
async function startImportingByName(): Promise<void> {
  const { supportsSyncHooks } = await import('import-in-the-middle/register-hooks.mjs')
  const { importByName } = await import('../server/import-by-name.ts')
  importByName(supportsSyncHooks())
}

const logPrefix = '[@errata/otel]'

/** A file beside this one, built or, in a test, as source. */
const fileOf = (path: string) => fileURLToPath(new URL(`${path}${import.meta.url.slice(-3)}`, import.meta.url))
const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** The app's imports in the browser, and the files that replace them. */
const clientModules: Readonly<Record<string, string>> = {
  'react-dom/client': fileOf('../browser/start/react-dom-client'),
  'react-router/dom': fileOf('../browser/start/react-router-dom'),
}

/** True for the app's own files, and for React Router's entries if it has none. */
function isOfApp(file: string): boolean {
  if (/[\\/]entry\.(client|server)(\.(node|web))?\.[cm]?[jt]sx?(\?|$)/.test(file)) return true
  const isScript = /\.[cm]?[jt]sx?(\?|$)/.test(file)
  return isScript && !file.startsWith('\0') && !/[\\/]node_modules[\\/]/.test(file) && !file.startsWith(ownFolder)
}

/** False for server builds other than React Router's, such as a config or a worker. */
const hasServerBuild = (build: { getModuleIds(): Iterable<string> }) =>
  [...build.getModuleIds()].some(id => id.startsWith(`${ownModulePrefix}${serverBuild}`))

/** Names declared here take precedence over those of `export *`. */
const instrumentedBuild = (original: string, options: InstrumentOptions) => `
import * as build from ${JSON.stringify(original)}
import { instrumentBuild } from '@errata/otel/react-router'
export * from ${JSON.stringify(original)}
export const { entry, routes } = instrumentBuild(build, ${JSON.stringify(options)})
`
