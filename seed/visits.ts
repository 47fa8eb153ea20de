import { generateNavigation, generatePageLoad, type ShopVisitor } from './browser.ts'
import { type Random, seededRandom } from './random.ts'
import type { SeedBatch, SeedLog, SeedSpan } from './record.ts'
import type { ShopService } from './services.ts'
import { SHOP_PAGES } from './shop.ts'
import { createTraceBuilder, type TraceBuilder } from './trace.ts'

interface VisitOptions {
  readonly random: Random
  readonly atUs: number
  readonly untilUs: number
}

/** Number of returning customers. */
const CUSTOMERS = 20_000

const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
] as const

/** A visit of the shop: a document, then more pages. What would come after the end is left out. */
export function generateShopVisit({ random, atUs, untilUs }: VisitOptions): SeedBatch {
  const environment = random.chance(0.04) ? 'staging' : 'production'
  const visitor: ShopVisitor = {
    sessionId: random.hex(32),
    userId: random.chance(0.4) ? `customer-${random.int(CUSTOMERS)}` : undefined,
    slowness: random.latencyUs(1, 0.5) / 1000,
  }
  const userAgent = USER_AGENTS[Number.parseInt(visitor.sessionId.slice(0, 8), 16) % USER_AGENTS.length]
  const pages = 1 + random.int(7)
  const traces: TraceBuilder[] = []
  let at = atUs
  for (let view = 0; view < pages && at < untilUs; view += 1) {
    const trace = createTraceBuilder({ random, atUs: at, untilUs, environment, ...(userAgent && { userAgent }) })
    const page = choosePage(random)
    const endUs = (view === 0 ? generatePageLoad : generateNavigation)(trace, { page, visitor, atUs: at })
    traces.push(trace)
    at = endUs + random.latencyUs(14_000, 0.9)
  }
  return batchOf(traces)
}

const TOTAL_PAGE_WEIGHT = SHOP_PAGES.reduce((sum, { weight }) => sum + weight, 0)

function choosePage(random: Random) {
  let left = random.next() * TOTAL_PAGE_WEIGHT
  for (const page of SHOP_PAGES) {
    left -= page.weight
    if (left < 0) return page
  }
  return SHOP_PAGES[0]
}

/** Requests for missing paths and health checks: a transaction each, which the Collector drops. */
export function generateNoise({ random, atUs, untilUs }: VisitOptions): SeedBatch {
  const isCheck = random.chance(0.7)
  const noise = isCheck ? 'health-check' : 'not-found'
  const service = isCheck ? random.pick<ShopService>(['shop', 'stock', 'checkout']) : 'shop'
  const trace = createTraceBuilder({ random, atUs, untilUs, environment: 'production', noise })
  const path = isCheck ? '/healthz' : random.pick(['/wp-login.php', '/.env', '/admin/config.php', '/xmlrpc.php'])
  const status = isCheck ? 200 : 404
  const server = trace.span({
    service,
    name: isCheck ? `GET ${path}` : 'GET',
    kind: 'Server',
    startUs: atUs,
    endUs: atUs + random.latencyUs(1.2),
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': status,
      'url.path': path,
      'url.scheme': 'http',
      ...(isCheck ? { 'http.route': path } : {}),
    },
  })
  if (service === 'shop') trace.stamp(server, service, isCheck ? path : '/404', status)
  return batchOf([trace])
}

const DESK_PAGES = ['/', '/exceptions', '/traces', '/traces/:traceId', '/status'] as const

/** A visit of Errata itself: its own telemetry, which its pages hide by default. */
export function generateErrataVisit({ random, atUs, untilUs }: VisitOptions): SeedBatch {
  const trace = createTraceBuilder({ random, atUs, untilUs, environment: 'production' })
  const route = random.pick(DESK_PAGES)
  const server = trace.span({
    service: 'errata-desk',
    name: `GET ${route}`,
    kind: 'Server',
    startUs: atUs,
    attributes: { 'http.request.method': 'GET', 'http.route': route, 'http.response.status_code': 200 },
  })
  const loader = trace.span({
    service: 'errata-desk',
    name: `loader routes${route}`,
    parent: server,
    startUs: atUs + 500,
  })
  let at = atUs + 600
  for (const query of ['list-traces-by-id', 'list-span-counts', 'list-signals'].slice(0, 1 + random.int(3))) {
    const endUs = at + random.latencyUs(6)
    trace.span({
      service: 'errata-desk',
      name: query,
      kind: 'Client',
      parent: loader,
      startUs: at,
      endUs,
      attributes: { 'db.system.name': 'clickhouse', 'db.operation.name': 'SELECT', 'db.query.summary': query },
    })
    at = endUs
  }
  loader.end(at)
  server.end(at + random.latencyUs(7))
  trace.stamp(server, 'errata-desk', route, 200)
  const load = trace.span({
    service: 'errata-desk-browser',
    name: `pageload ${route}`,
    parent: server,
    startUs: atUs,
    endUs: at + random.latencyUs(140),
    attributes: { 'session.id': random.hex(32), 'url.template': route, 'browser.navigation.type': 'navigate' },
  })
  trace.stamp(load, 'errata-desk-browser', route, 200)
  return batchOf([trace])
}

function batchOf(traces: readonly TraceBuilder[]): SeedBatch {
  const spans: SeedSpan[] = []
  const logs: SeedLog[] = []
  for (const trace of traces) {
    const made = trace.build()
    spans.push(...made.spans)
    logs.push(...made.logs)
  }
  return { spans, logs }
}

/** A visit of random kind, determined by its keys. */
export function generateVisit(
  keys: readonly (string | number)[],
  interval: { fromUs: number; lengthUs: number },
  untilUs: number,
): SeedBatch {
  const random = seededRandom(...keys)
  const atUs = interval.fromUs + random.int(interval.lengthUs)
  const times = { random, atUs, untilUs }
  const kind = random.next()
  if (kind < 0.16) return generateNoise(times)
  if (kind < 0.22) return generateErrataVisit(times)
  return generateShopVisit(times)
}
