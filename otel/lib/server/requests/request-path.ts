import { dataSuffix, manifestSuffix } from '../../router-paths.ts'

/** Paths of a build's files, and of a development server's modules and tools; an app may still have routes there. */
const filePrefix = /^\/(?:assets\/|build\/|@|node_modules\/|__vite|__inspect|\.vite\/)/
const fileName = /\.[a-z\d]{1,8}$/i

/**
 * Whether a request path gets a SERVER span.
 *
 * `never` for the route manifest, the favicon and the relay. `if-handled` for a path that looks like a file: only the router knows whether
 * `/report.csv` and `/@ada` are files or routes.
 *
 * @param path Without query.
 */
export function shouldTracePath(path: string, ignoredPrefixes: readonly string[]): 'always' | 'if-handled' | 'never' {
  if (path.endsWith(manifestSuffix) || path.endsWith('/favicon.ico')) return 'never'
  if (ignoredPrefixes.some(prefix => path === prefix || path.startsWith(`${prefix}/`))) return 'never'
  const isFile = filePrefix.test(path) || (fileName.test(path) && !path.endsWith(dataSuffix))
  return isFile ? 'if-handled' : 'always'
}
