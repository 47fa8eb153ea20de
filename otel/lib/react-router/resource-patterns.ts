/** The relevant part of a route of a server build. */
export interface RouteNode {
  readonly id: string
  readonly parentId?: string | undefined
  readonly path?: string | undefined
  readonly index?: boolean | undefined
  readonly module: { readonly default?: unknown; readonly ErrorBoundary?: unknown }
}

type Routes = Readonly<Record<string, RouteNode | undefined>>

/**
 * Patterns in React Router's format (no leading slash, `/` for the root) of routes without a component or error boundary. A 404 there is an
 * API's response; anywhere else the visitor gets a page.
 */
export function resourcePatterns(routes: Routes): Set<string> {
  const leaves = new Map<string, { depth: number; isResource: boolean }>()
  for (const route of Object.values(routes)) {
    // A layout without a path never responds itself.
    if (route === undefined || (route.path === undefined && !route.index)) continue
    const { pattern, depth } = patternAndDepthOf(route.id, routes)
    const known = leaves.get(pattern)
    const isResource = route.module.default == null && route.module.ErrorBoundary == null
    // Of a layout and its index route the index route responds.
    if (known === undefined || depth > known.depth) leaves.set(pattern, { depth, isResource })
  }
  return new Set([...leaves].filter(([, leaf]) => leaf.isResource).map(([pattern]) => pattern))
}

function patternAndDepthOf(id: string, routes: Routes): { pattern: string; depth: number } {
  const paths: string[] = []
  let depth = 0
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? '']) {
    if (route.path !== undefined && route.path !== '') paths.unshift(route.path)
    depth++
    if (route.parentId === undefined) break
  }
  return { pattern: paths.join('/').replace(/\/{2,}/g, '/') || '/', depth }
}
