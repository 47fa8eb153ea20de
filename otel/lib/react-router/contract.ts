import { type RouteObject, UNSAFE_ErrorResponseImpl } from 'react-router'

/**
 * Everything that this package relies on in React Router beyond its documentation. Each item has a test in contract.test.ts or
 * e2e/react-router-contract.spec.ts, which says what to change when it fails. Paths are in ../router-paths.ts, because the server's half
 * must not load the router.
 */

/** The purpose of a router's request, passed to `unstable_fetch` of `<HydratedRouter>`. */
export interface RouterFetchContext {
  readonly type: string
  readonly fetcherKey?: string | null
  readonly navigationType?: string | null
}

/** The part of the data router's state that we read. */
export interface RouterState {
  readonly initialized: boolean
  readonly historyAction: string
  readonly location: Location
  readonly matches: readonly RouteMatch[]
  /** Without a location no navigation is in progress. */
  readonly navigation: {
    readonly location?: Location | undefined
    readonly historyAction?: string | undefined
  }
  readonly revalidation: string
  readonly errors: Readonly<Record<string, unknown>> | null
}

/** The part of a location that we read: the path with the basename. */
export interface Location {
  readonly pathname: string
  readonly search: string
}

export interface RouteMatch {
  readonly route: { readonly path?: string | undefined }
}

/** What the browser knows of a route before its module is loaded. */
interface ManifestRoute {
  readonly hasClientAction: boolean
  readonly hasClientLoader: boolean
  readonly hasClientMiddleware: boolean
}

/** The part of a fetcher's options that we read. */
export interface FetcherOptions {
  readonly formMethod?: string | undefined
}

declare global {
  interface Window {
    /** The discovered routes; the router wraps a handler around each, even without a handler of its own. */
    __reactRouterManifest?: { readonly routes: Readonly<Record<string, ManifestRoute>> }
    /** The data router, set by `<HydratedRouter>`. */
    __reactRouterDataRouter?: {
      readonly state: RouterState
      readonly basename?: string | undefined
      /** The discovered ones. */
      readonly routes: RouteObject[]
      subscribe(listener: (state: RouterState) => void): unknown
      /** What `useFetcher` calls. */
      fetch(key: string, routeId: string, href: string | null, options?: FetcherOptions): Promise<unknown>
    }
  }
}

/** Status of a `.data` response that announces a redirect: it does not belong to the final route. */
export const redirectStatus = 202

/** Start of the router's console message for a route module that cannot be loaded; the error follows. */
export const routeModuleFailure = 'Error loading route module'

/** The message with which the router's server replaces an Error before it reaches a browser. */
export const sanitisedMessage = 'Unexpected Server Error'

/** True while `react-router build` renders pages: prerendered ones, and that of SPA mode. */
// biome-ignore lint/style/noProcessEnv: it is said nowhere else, and no setting of ours
export const isBuildingPages = () => globalThis.process?.env?.['IS_RR_BUILD_REQUEST'] === 'yes'

/** The result of `data()`. */
export interface DataWithInit {
  readonly type: 'DataWithResponseInit'
  readonly data: unknown
  readonly init: ResponseInit | null
}

export function isDataWithInit(value: unknown): value is DataWithInit {
  if (typeof value !== 'object' || value === null) return false
  return 'type' in value && value.type === 'DataWithResponseInit' && 'data' in value && 'init' in value
}

/** True for an ErrorResponse that the router made: those thrown by apps have no `internal`. */
export function isRoutersErrorResponse(thrown: object): thrown is { readonly status: unknown; readonly data: unknown } {
  return 'internal' in thrown && 'status' in thrown && 'data' in thrown
}

/**
 * Creates an ErrorResponse: of what is thrown, the router's server serialises only its status, status text and data.
 *
 * @param error For `handleError`, which is called for an ErrorResponse that has one; not enumerable, so that nothing else sees it.
 */
export function errorResponseFor(error: unknown, status: number, statusText: string, data: unknown): object {
  const response = new UNSAFE_ErrorResponseImpl(status, statusText, data)
  Object.defineProperty(response, 'error', { value: error, enumerable: false })
  return response
}
