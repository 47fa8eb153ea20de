import { UNSAFE_ErrorResponseImpl } from 'react-router'

/**
 * Everything that this package takes of React Router beyond what its documentation promises, for all halves. Each has a test in
 * contract.test.ts or e2e/react-router-contract.spec.ts, which says what to change when it fails. Paths are in ../router-paths.ts, because the
 * server's half must not load the router.
 */

/** What the router makes a request for, as `unstable_fetch` of `<HydratedRouter>` says it. */
export interface RouterFetchContext {
  readonly type: string
  readonly fetcherKey?: string | null
  readonly navigationType?: string | null
}

/** What we read of the state of the data router. */
export interface RouterState {
  readonly initialized: boolean
  readonly historyAction: string
  readonly location: Location
  readonly matches: readonly RouteMatch[]
  /** Without a location: none is under way. */
  readonly navigation: {
    readonly location?: Location | undefined
    readonly historyAction?: string | undefined
  }
  readonly revalidation: string
  readonly errors: Readonly<Record<string, unknown>> | null
}

/** What we read of a location: the path with the basename. */
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

declare global {
  interface Window {
    /** The routes that are discovered; the router wraps a handler round each, whether it has one of its own or not. */
    __reactRouterManifest?: { readonly routes: Readonly<Record<string, ManifestRoute>> }
    /** The data router, left there by `<HydratedRouter>`. */
    __reactRouterDataRouter?: {
      readonly state: RouterState
      subscribe(listener: (state: RouterState) => void): unknown
      match(location: { readonly pathname: string }): readonly RouteMatch[] | null
    }
  }
}

/** Status by which a `.data` request is told that a redirect follows: its answer is not of the route that is shown in the end. */
export const redirectStatus = 202

/** How the line begins that is all that the router says of a route module which cannot be loaded; the error follows it. */
export const routeModuleFailure = 'Error loading route module'

/** The message of what the router's server puts in the place of an Error before a browser sees it. */
export const sanitisedMessage = 'Unexpected Server Error'

/** True while `react-router build` renders pages itself: those that are prerendered, and the one of SPA mode. */
// biome-ignore lint/style/noProcessEnv: it is said nowhere else, and no setting of ours
export const isBuildingPages = () => globalThis.process?.env?.['IS_RR_BUILD_REQUEST'] === 'yes'

/** What `data()` makes. */
export interface DataWithInit {
  readonly type: 'DataWithResponseInit'
  readonly data: unknown
  readonly init: ResponseInit | null
}

export function isDataWithInit(value: unknown): value is DataWithInit {
  if (typeof value !== 'object' || value === null) return false
  return 'type' in value && value.type === 'DataWithResponseInit' && 'data' in value && 'init' in value
}

/** True for an ErrorResponse that the router made: no answer that an app throws by itself has `internal`. */
export function isRoutersErrorResponse(thrown: object): thrown is { readonly status: unknown; readonly data: unknown } {
  return 'internal' in thrown && 'status' in thrown && 'data' in thrown
}

/**
 * Makes an ErrorResponse: of what is thrown, the router's server serialises only its status, status text and data.
 *
 * @param error For `handleError`, which is called for an ErrorResponse that has one; not enumerable, so that nothing else sees it.
 */
export function errorResponseFor(error: unknown, status: number, statusText: string, data: unknown): object {
  const response = new UNSAFE_ErrorResponseImpl(status, statusText, data)
  Object.defineProperty(response, 'error', { value: error, enumerable: false })
  return response
}
