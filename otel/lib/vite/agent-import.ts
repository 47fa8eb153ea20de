import type { Plugin } from 'vite'

/** What a build makes of `loadAgent`; the loader's further arguments are for preloading. */
const vitePreloadedAgent =
  /(\bloadAgent(?:\$\d+)?\s*=\s*\(\)\s*=>\s*)__vitePreload\(\(\)\s*=>\s*(import\([^()]*\)),[^()]*\)/

/**
 * Lets a build import the browser half's agent without Vite's loader, which would add 0.8 KB to an app that has no other dynamic import. It also
 * reports a failure as `vite:preloadError`, on which many apps reload the page: missing telemetry must not do that.
 */
export const agentImport: Plugin = {
  name: 'errata-otel:agent-import',
  apply: 'build',
  renderChunk(code) {
    const plain = code.replace(vitePreloadedAgent, '$1$2')
    return plain === code ? undefined : { code: plain, map: null } // no line moves
  },
}
