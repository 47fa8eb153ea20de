import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export interface ErrataOtelOptions {
  /** `service.version` of what is built. Default: the `version` in the app's package.json, if it has one. */
  readonly release?: string
}

/**
 * Vite plugin: tells the browser half its release at build, writes it beside the server's build as `errata-release.json`
 * for the server half, and keeps `@errata/otel` out of the server bundle, so that the app and its `instrument.ts` share one copy.
 */
export function errataOtel(options: ErrataOtelOptions = {}): Plugin {
  let release = options.release
  return {
    name: 'errata-otel',
    config(config) {
      release ??= readVersion(config.root ?? process.cwd())
      return {
        define: { __ERRATA_RELEASE__: JSON.stringify(release ?? '') },
        ssr: { external: ['@errata/otel'] },
        // One copy of each, whatever the installed tree looks like.
        resolve: { dedupe: ['@opentelemetry/api', '@opentelemetry/core', '@opentelemetry/resources'] },
        optimizeDeps: {
          include: [
            ...['api', 'resources', 'sdk-trace', 'sdk-trace-web'].map(name => `@errata/otel > @opentelemetry/${name}`),
            '@errata/otel > web-vitals',
          ],
        },
      }
    },
    generateBundle() {
      if (this.environment.name !== 'ssr') return
      this.emitFile({ type: 'asset', fileName: 'errata-release.json', source: JSON.stringify({ release }) })
    },
  }
}

function readVersion(root: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return undefined
}
