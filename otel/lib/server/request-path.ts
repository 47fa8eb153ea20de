/** Requests that a development server answers with modules and tooling, never with a page. */
const devServerPrefixes = ['/@', '/node_modules/', '/__vite', '/__inspect', '/.vite/']
const assetPrefixes = ['/assets/', '/build/']
const manifestSuffix = '/__manifest'

/**
 * Whether a request path deserves a SERVER span.
 *
 * `never` for assets, the route manifest, the favicon and what a development server serves. `if-handled` for a path that
 * ends like a file: only the router knows whether `/report.csv` is a file or a route.
 *
 * @param path Without query.
 */
export function deservesSpan(path: string, ignoredPrefixes: readonly string[]): 'always' | 'if-handled' | 'never' {
  if (assetPrefixes.some(prefix => path.startsWith(prefix))) return 'never'
  if (path.endsWith(manifestSuffix) || path.endsWith('/favicon.ico')) return 'never'
  if (devServerPrefixes.some(prefix => path.startsWith(prefix))) return 'never'
  if (ignoredPrefixes.some(prefix => path === prefix || path.startsWith(`${prefix}/`))) return 'never'
  const lastSegment = path.slice(path.lastIndexOf('/') + 1)
  const isFile = /\.[a-z\d]{1,8}$/i.test(lastSegment) && !lastSegment.endsWith('.data')
  return isFile ? 'if-handled' : 'always'
}
