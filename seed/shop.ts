import { callRecommendations, callStockService, placeOrder, type ServiceCallResult } from './backends.ts'
import { cartAmountError, logException, type SeedError, stockUnavailableError } from './errors.ts'
import type { SpanBuilder, TraceBuilder } from './trace.ts'

/** A page of the shop and the calls of its loader. */
interface Page {
  readonly route: string
  readonly routeId: string
  readonly path: (trace: TraceBuilder) => string
  /** Relative probability within a visit. */
  readonly weight: number
  readonly load: (trace: TraceBuilder, loader: SpanBuilder, atUs: number) => LoaderResult
  /** Submits its form with POST instead of a GET. */
  readonly action?: boolean
}

interface LoaderResult {
  readonly endUs: number
  readonly error?: SeedError | undefined
}

const runInSequence = (atUs: number, ...calls: readonly ((atUs: number) => ServiceCallResult)[]): LoaderResult => {
  let at = atUs
  for (const call of calls) at = call(at).endUs
  return { endUs: at }
}
const loadWithoutCalls = (medianMs: number, trace: TraceBuilder, atUs: number): LoaderResult => ({
  endUs: atUs + trace.random.latencyUs(medianMs),
})
const loadHome: Page['load'] = (trace, parent, atUs) =>
  runInSequence(atUs, at => callRecommendations({ trace, parent, atUs: at }))

/** The order of a visit's pages is random; their cost and failures are not. */
export const SHOP_PAGES: readonly [Page, ...Page[]] = [
  { route: '/', routeId: 'routes/home', path: () => '/', weight: 4, load: loadHome },
  {
    route: '/products',
    routeId: 'routes/products',
    path: () => '/products',
    weight: 5,
    load: (trace, parent, atUs) => runInSequence(atUs, at => callStockService({ trace, parent, atUs: at })),
  },
  {
    route: '/products/:id',
    routeId: 'routes/product',
    path: ({ random }) => `/products/${1000 + random.int(4000)}`,
    weight: 8,
    load(trace, parent, atUs) {
      const isAway = trace.hours > 29 && trace.hours < 30 && trace.random.chance(0.3)
      if (isAway) return { endUs: atUs + 2_000_000, error: stockUnavailableError() }
      return runInSequence(
        atUs,
        at => callStockService({ trace, parent, atUs: at }),
        at => callRecommendations({ trace, parent, atUs: at }),
      )
    },
  },
  {
    route: '/search',
    routeId: 'routes/search',
    path: () => '/search',
    weight: 4,
    // Its index grows every day, and in the last hours it is searched without one.
    load: (trace, _parent, atUs) => loadWithoutCalls(trace.hours < 14 ? 210 : 120 - trace.hours / 6, trace, atUs),
  },
  {
    route: '/cart',
    routeId: 'routes/cart',
    path: () => '/cart',
    weight: 3,
    load(trace, parent, atUs) {
      const { endUs } = runInSequence(atUs, at => callStockService({ trace, parent, atUs: at }))
      const isBroken = trace.releaseOf('shop') === '2.4.1' && trace.random.chance(0.22)
      return { endUs, error: isBroken ? cartAmountError() : undefined }
    },
  },
  {
    route: '/checkout',
    routeId: 'routes/checkout',
    path: () => '/checkout',
    weight: 2,
    action: true,
    load: (trace, parent, atUs) =>
      runInSequence(
        atUs,
        at => callStockService({ trace, parent, atUs: at }, 'POST'),
        at => placeOrder({ trace, parent, atUs: at }),
      ),
  },
  {
    route: '/orders/:id',
    routeId: 'routes/order',
    path: ({ random }) => `/orders/${random.int(90_000) + 10_000}`,
    weight: 1.5,
    load: (trace, _parent, atUs) => loadWithoutCalls(18, trace, atUs),
  },
]

export interface ServedRequest {
  readonly server: SpanBuilder
  readonly endUs: number
  readonly status: number
  readonly error: SeedError | undefined
}

interface PageRequestOptions {
  readonly page: Page
  readonly path: string
  readonly atUs: number
  /** The browser's request, if a script made it. */
  readonly parent: SpanBuilder | undefined
  readonly userId: string | undefined
}

/** The shop's server answers a document or a data request, as `@errata/otel` records it. */
export function generatePageRequest(
  trace: TraceBuilder,
  { page, path, atUs, parent, userId }: PageRequestOptions,
): ServedRequest {
  const { random } = trace
  const method = page.action && parent !== undefined ? 'POST' : 'GET'
  const server = trace.span({
    service: 'shop',
    name: `${method} ${page.route}`,
    kind: 'Server',
    parent,
    startUs: atUs,
    attributes: {
      'http.request.method': method,
      'http.route': page.route,
      'network.protocol.version': '1.1',
      'server.address': 'shop.example',
      'server.port': 443,
      'url.path': parent === undefined ? path : `${path}.data`,
      'url.scheme': 'https',
      ...(userId === undefined ? {} : { 'user.id': userId }),
    },
  })
  const what = method === 'POST' ? 'action' : 'loader'
  const startUs = atUs + random.latencyUs(0.6)
  const loader = trace.span({
    service: 'shop',
    name: `${what} ${page.routeId}`,
    parent: server,
    startUs,
    attributes: { 'errata.route.id': page.routeId },
  })
  // A document request of a form's page only shows the form.
  const shows = page.action === true && method === 'GET'
  const loaded = shows ? loadWithoutCalls(4, trace, startUs) : page.load(trace, loader, startUs)
  loader.end(loaded.endUs)
  const { error } = loaded
  const status = error === undefined ? 200 : 500
  if (error !== undefined) recordFailure(trace, { error, server, loader, routeId: page.routeId, atUs: loaded.endUs })
  let endUs = loaded.endUs + random.latencyUs(0.8)
  if (parent === undefined) {
    const shellEndUs = endUs + random.latencyUs(6)
    trace.span({ service: 'shop', name: 'render shell', parent: server, startUs: endUs, endUs: shellEndUs })
    endUs = shellEndUs + random.latencyUs(2)
    trace.span({ service: 'shop', name: 'render stream', parent: server, startUs: shellEndUs, endUs })
  }
  server.attributes['http.response.status_code'] = status
  server.end(endUs)
  trace.stamp(server, 'shop', page.route, status)
  return { server, endUs, status, error }
}

interface FailedRequest {
  readonly error: SeedError
  readonly server: SpanBuilder
  readonly loader: SpanBuilder
  readonly routeId: string
  readonly atUs: number
}

function recordFailure(trace: TraceBuilder, { error, server, loader, routeId, atUs }: FailedRequest): void {
  for (const span of [loader, server]) {
    span.fail(error.type, error.message)
    if (error.digest !== undefined) span.attributes['errata.error.digest'] = error.digest
  }
  logException(trace, error, {
    service: 'shop',
    span: loader,
    atUs,
    eventName: 'http.server.request.exception',
    attributes: { 'errata.route.id': routeId },
  })
}
