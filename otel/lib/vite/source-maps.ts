import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { addBuild, archiveName } from '../maps/map-archive.ts'
import { describeMap, nameByDebugId, posix } from './describe-map.ts'
import { type FunctionCache, openFunctionCache } from './function-cache.ts'
import { moveFolder } from './move-folder.ts'
import { servedMaps } from './served-maps.ts'

const logPrefix = '[@errata/otel]'

/**
 * Vite plugins that create source maps of a production build, identify them and their scripts by debug ids, and write them into `maps`
 * beside the served folder, never into it. If the app has its own `build.sourcemap`, that is written as usual.
 *
 * @param releaseOf The release, once the configuration is known.
 * @see https://github.com/tc39/ecma426/blob/main/proposals/debug-id.md
 */
export function sourceMaps(releaseOf: () => string): Plugin[] {
  let config: ResolvedConfig
  /** The app's own setting; ours if it has none. */
  let configured: unknown
  let isSetAside = false
  let functions: FunctionCache | undefined
  const made = new Map<string, { maps: Map<string, string>; scripts: Record<string, string> }>()
  const clientDir = () => resolve(config.root, config.environments['client']?.build.outDir ?? config.build.outDir)
  const archive = () => join(dirname(clientDir()), archiveName)
  const aside = () => join(config.cacheDir, 'errata-maps')

  const making: Plugin = {
    name: 'errata-otel:source-maps',
    apply: 'build',
    sharedDuringBuild: true,
    config({ build, environments }) {
      configured = environments?.['client']?.build?.sourcemap ?? build?.sourcemap
      return configured === undefined ? { build: { sourcemap: 'hidden' } } : {}
    },
    configResolved(resolved) {
      config = resolved
      const word = configured === undefined ? undefined : warningOf(configured)
      if (word === undefined) withoutWarningOfMaps(config)
      else config.logger.warn(`${logPrefix} ${word}`)
    },
    buildApp: {
      order: 'pre',
      // React Router's build starts by deleting the whole build folder, including maps of pages that are still open in a tab.
      async handler() {
        if (existsSync(archive())) moveFolder(archive(), aside())
        isSetAside = existsSync(aside())
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const { name, config: environment } = this.environment
        const outDir = resolve(config.root, environment.build.outDir)
        const cache = functions ?? openFunctionCache(join(config.cacheDir, 'errata-functions.json'))
        functions = cache
        const maps = new Map<string, string>()
        const scripts: Record<string, string> = {}
        for (const script of Object.values(bundle)) {
          const asset = bundle[`${script.fileName}.map`]
          if (asset?.type !== 'asset') continue
          // Workers are separate bundles, and assets of this one, in a folder that the bundler chooses.
          const isWorker = script.type === 'asset'
          const fresh = isWorker ? String(script.source) : script.code
          const from = dirname(join(isWorker ? resolve('dist') : outDir, script.fileName))
          const map = describeMap(
            String(asset.source),
            fresh,
            { from, root: config.root, functions: cache },
            (source, lang) => this.parse(source, { lang }),
          )
          const { debugId, code, text } = nameByDebugId(script.fileName, fresh, map)
          if (isWorker) script.source = code
          else script.code = code
          if (configured === undefined) delete bundle[asset.fileName]
          else asset.source = text
          maps.set(debugId, text)
          scripts[script.fileName] = debugId
        }
        cache.save()
        made.set(name, { maps, scripts })
      },
    },
    writeBundle() {
      const { name, config: environment } = this.environment
      if (isSetAside) moveFolder(aside(), archive())
      isSetAside = false
      const build = made.get(name)
      made.delete(name)
      if (build === undefined || build.maps.size === 0) return
      const scriptsFrom = posix(relative(archive(), resolve(config.root, environment.build.outDir)))
      const { consumer: side } = environment
      const about = { release: releaseOf(), side, builtAtMs: Date.now(), base: config.base, scriptsFrom }
      addBuild(archive(), { ...about, scripts: build.scripts }, build.maps)
    },
  }

  // A separate plugin, because it runs last: after prerendering, and after what other plugins write.
  const checking: Plugin = {
    name: 'errata-otel:served-maps',
    apply: 'build',
    sharedDuringBuild: true,
    buildApp: {
      order: 'post',
      async handler() {
        if (configured !== undefined) return
        const { ofBuild, ofPublicDir } = servedMaps(clientDir(), config.publicDir)
        if (ofPublicDir.length > 0) {
          config.logger.warn(
            `${logPrefix} files of the public folder are served with source maps: ${ofPublicDir.join(', ')}`,
          )
        }
        if (ofBuild.length > 0) throw new Error(`${logPrefix} the build would serve source maps: ${ofBuild.join(', ')}`)
      },
    },
  }
  return [making, checking]
}

function warningOf(configured: unknown): string {
  if (configured === false) return 'build.sourcemap is false: stack traces of browsers are not mapped.'
  if (configured === 'inline')
    return 'build.sourcemap is inline: scripts contain their sources, and stack traces of browsers are not mapped.'
  return 'build.sourcemap is set: the maps are also served beside the scripts, where every visitor can download them.'
}

/** React Router warns that source maps expose the server's code. These are not served. */
function withoutWarningOfMaps({ logger }: ResolvedConfig): void {
  const { warn } = logger
  logger.warn = (message, options) => {
    if (!message.includes('Source maps are enabled in production')) warn.call(logger, message, options)
  }
}
