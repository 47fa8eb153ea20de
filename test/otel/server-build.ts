import type { ServerBuild } from 'react-router'

export type Routes = ServerBuild['routes']
export type RouteModule = NonNullable<Routes[string]>['module']

/** A route of a build, with an empty component unless the module has another. */
export const createTestRoute = (id: string, path: string, module: Partial<RouteModule>, parentId?: string): Routes => ({
  [id]: { id, path, ...(parentId !== undefined && { parentId }), module: { default: () => null, ...module } },
})

/** A server build of React Router; the default entry renders `page`. */
export function createTestServerBuild(
  routes: Routes,
  entry: Partial<ServerBuild['entry']['module']> = {},
): ServerBuild {
  return {
    entry: { module: { default: (_request, status, headers) => new Response('page', { status, headers }), ...entry } },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
}
