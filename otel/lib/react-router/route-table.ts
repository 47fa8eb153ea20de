import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { dataSuffix, pagePathOf } from '../router-paths.ts'
import { resourcePatterns } from './resource-patterns.ts'

/** The routes of a build. Patterns are in the router's format: no leading slash, but `/` for the root. */
export interface RouteTable {
  /** Prefix of the routes, such as `/shop`; '' for the whole server. */
  readonly basename: string
  /** True if `pattern` belongs to a route without a component. */
  isResource(pattern: string): boolean
  /**
   * Pattern that a path matches, also for data requests; undefined for none. Used if the router does not report it, because it matches
   * again.
   */
  patternOf(pathname: string): string | undefined
  /** Paths of prerendered documents and data, which bypass the router, with their patterns. */
  prerendered(): [path: string, pattern: string][]
}

export function routeTable(build: ServerBuild): RouteTable {
  const resources = resourcePatterns(build.routes)
  const basename = (build.basename ?? '/').replace(/\/+$/, '')
  let tree: RouteObject[] | undefined

  const patternOf = (pathname: string) => {
    tree ??= childrenOf(undefined, build.routes)
    const matches = matchRoutes(tree, pagePathOf(pathname, basename), basename === '' ? '/' : basename)
    const path = matches?.map(({ route }) => route.path ?? '').join('/')
    return path?.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, '') || (matches === null ? undefined : '/')
  }

  return {
    basename,
    patternOf,
    isResource: pattern => resources.has(pattern),
    prerendered: () =>
      build.prerender.flatMap(given => {
        const path = `${basename}${given}`
        const bare = path.replace(/\/$/, '')
        const pattern = patternOf(path)
        if (pattern === undefined) return []
        const data = bare === basename ? `${bare}/_${dataSuffix}` : `${bare}${dataSuffix}`
        const before8 = bare === basename ? [`${bare}/_root${dataSuffix}`] : []
        return [bare, `${bare}/`, data, ...before8].map((one): [string, string] => [one, pattern])
      }),
  }
}

function childrenOf(parentId: string | undefined, routes: ServerBuild['routes']): RouteObject[] {
  return Object.values(routes).flatMap(route => {
    if (route === undefined || route.parentId !== parentId) return []
    const { id, path, index, caseSensitive } = route
    const place = { id, ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) }
    return index === true ? { ...place, index } : { ...place, children: childrenOf(id, routes) }
  })
}
