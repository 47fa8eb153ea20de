import { cartBadgeError, chunkMissingError, logException } from './errors.ts'
import type { Random } from './random.ts'
import type { SeedAttributes } from './record.ts'
import { hoursSinceDeploy } from './services.ts'
import { generatePageRequest, type ServedRequest, type SHOP_PAGES } from './shop.ts'
import type { SpanBuilder, TraceBuilder } from './trace.ts'

/** A visitor of the shop. */
export interface ShopVisitor {
  readonly sessionId: string
  readonly userId: string | undefined
  /** Factor by which the visitor's machine and network are slower. */
  readonly slowness: number
}

export interface PageView {
  readonly page: (typeof SHOP_PAGES)[number]
  readonly visitor: ShopVisitor
  readonly atUs: number
}

const service = 'shop-browser'
const ORIGIN = 'https://shop.example'

/** A document: the server's transaction, below it the browser's page load, its web vitals and a first click. @returns when that was */
export function generatePageLoad(trace: TraceBuilder, { page, visitor, atUs }: PageView): number {
  const { random } = trace
  const path = page.path(trace)
  const sentUs = atUs + random.latencyUs(28 * visitor.slowness)
  const answered = generatePageRequest(trace, { page, path, atUs: sentUs, parent: undefined, userId: visitor.userId })
  const arrivedUs = answered.endUs + random.latencyUs(22 * visitor.slowness)
  const firstByteMs = (answered.endUs - atUs) / 1000
  const paints = paintTimes(random, { visitor, firstByteMs, route: page.route })
  // Its largest image is a part of the page.
  const endUs = Math.max(arrivedUs + random.latencyUs(420 * visitor.slowness), atUs + Math.ceil(paints.lcp * 1000))
  const clickedUs = endUs + random.latencyUs(900, 0.5)
  const who = visitorAttributes(visitor)
  const load = trace.span({
    service,
    name: `pageload ${page.route}`,
    parent: answered.server,
    startUs: atUs,
    endUs,
    attributes: {
      ...who,
      'url.full': `${ORIGIN}${path}`,
      'url.template': page.route,
      'http.response.status_code': answered.status,
      'browser.navigation.type': random.chance(0.85) ? 'navigate' : 'reload',
    },
  })
  const phase = (name: string, startUs: number, phaseEndUs: number) =>
    trace.span({ service, name, parent: load, startUs, endUs: phaseEndUs, attributes: who })
  phase('connect', atUs, atUs + (sentUs - atUs) / 2)
  phase('request', sentUs, answered.endUs)
  phase('response', answered.endUs, arrivedUs)
  phase('document', arrivedUs, endUs)
  if (random.chance(0.9)) sendVitals(trace, { visitor, load, firstByteMs, ...paints, route: page.route, endUs })
  trace.stamp(load, service, page.route, answered.status)
  emitErrors(trace, { visitor, root: load, answered, route: page.route, atUs: clickedUs })
  trace.stamp(load, service, page.route, answered.status)
  return clickedUs
}

/** A navigation by the router: a data request, and the server's transaction below it. @returns when it was painted */
export function generateNavigation(trace: TraceBuilder, { page, visitor, atUs }: PageView): number {
  const { random } = trace
  const path = page.path(trace)
  const who = { ...visitorAttributes(visitor), 'url.full': `${ORIGIN}${path}`, 'url.template': page.route }
  const root = trace.span({
    service,
    name: `navigation ${page.route}`,
    startUs: atUs,
    attributes: { ...who, 'browser.navigation.type': 'push' },
  })
  const request = trace.span({
    service,
    name: `GET ${page.route}`,
    kind: 'Client',
    parent: root,
    startUs: atUs + 900,
    attributes: { ...who, 'http.request.method': page.action ? 'POST' : 'GET', 'server.address': 'shop.example' },
  })
  const sentUs = atUs + random.latencyUs(24 * visitor.slowness)
  const answered = generatePageRequest(trace, { page, path, atUs: sentUs, parent: request, userId: visitor.userId })
  const arrivedUs = answered.endUs + random.latencyUs(20 * visitor.slowness)
  request.attributes['http.response.status_code'] = answered.status
  request.end(arrivedUs)
  if (answered.status >= 500) for (const span of [request, root]) span.fail(String(answered.status))
  const endUs = arrivedUs + random.latencyUs(35 * visitor.slowness)
  trace.span({
    service,
    name: 'commit',
    parent: root,
    startUs: arrivedUs,
    endUs,
    attributes: { 'session.id': visitor.sessionId },
  })
  root.end(endUs)
  emitErrors(trace, { visitor, root, answered, route: page.route, atUs: endUs })
  trace.stamp(root, service, page.route, answered.status)
  return endUs
}

interface ViewedPage {
  readonly visitor: ShopVisitor
  readonly root: SpanBuilder
  readonly answered: ServedRequest
  readonly route: string
  readonly atUs: number
}

/** Errors in the browser only, and the two kinds of browser noise. */
function emitErrors(trace: TraceBuilder, { visitor, root, answered, route, atUs }: ViewedPage): void {
  const { random, hours } = trace
  const who = visitorAttributes(visitor)
  const actions = {
    'errata.user_actions': JSON.stringify([{ type: 'click', target: 'button.add', secondsBefore: 0.2 }]),
  }
  const emit = (error: ReturnType<typeof cartBadgeError>, attributes: SeedAttributes) =>
    logException(trace, error, { service, span: root, atUs, attributes: { ...who, ...attributes } })
  if (answered.status === 200 && trace.releaseOf('shop') === '2.4.1' && /^\/(cart|products)/.test(route)) {
    if (random.chance(0.1)) emit(cartBadgeError(), { 'errata.exception.source': 'react.uncaught', ...actions })
  }
  const since = hoursSinceDeploy('shop', hours)
  if (since !== undefined && since < 1.5 && random.chance(0.06)) {
    emit(chunkMissingError(), { 'errata.exception.source': 'route-module' })
  }
  const noise = { service, span: root, atUs, severity: 'ERROR', eventName: 'exception' } as const
  if (random.chance(0.006)) {
    const attributes = { ...who, 'exception.message': 'Script error.', 'errata.exception.source': 'window.error' }
    trace.log({ ...noise, attributes, noise: 'cross-origin-script-error' })
  }
  if (random.chance(0.01)) {
    const message = 'ResizeObserver loop completed with undelivered notifications.'
    const attributes = { ...who, 'exception.message': message, 'errata.exception.source': 'window.error' }
    trace.log({ ...noise, attributes, noise: 'resize-observer-loop' })
  }
}

/** When a page is painted first and when its largest part is, after the navigation began, in milliseconds. */
function paintTimes(
  random: Random,
  { visitor, firstByteMs, route }: Pick<Loading, 'visitor' | 'firstByteMs' | 'route'>,
) {
  const ms = (medianMs: number, spread?: number) => random.latencyUs(medianMs * visitor.slowness, spread) / 1000
  const fcp = firstByteMs + ms(380)
  return { fcp, lcp: fcp + ms(route.startsWith('/products') ? 900 : 260, 0.6) }
}

interface Loading {
  readonly visitor: ShopVisitor
  readonly load: SpanBuilder
  readonly firstByteMs: number
  readonly fcp: number
  readonly lcp: number
  readonly route: string
  readonly endUs: number
}

/** Thresholds of good and poor web vitals. */
const THRESHOLDS = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1800, 3000],
  ttfb: [800, 1800],
} as const

function sendVitals(trace: TraceBuilder, { visitor, load, firstByteMs, fcp, lcp, route, endUs }: Loading): void {
  const { random } = trace
  const ms = (medianMs: number, spread?: number) => random.latencyUs(medianMs * visitor.slowness, spread) / 1000
  const send = (name: keyof typeof THRESHOLDS, value: number, atUs: number, attributes: SeedAttributes) => {
    const [good, poor] = THRESHOLDS[name]
    const rating = value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor'
    const exact = Number(value.toFixed(name === 'cls' ? 4 : 1))
    trace.log({
      service,
      span: load,
      atUs,
      eventName: 'browser.web_vital',
      attributes: {
        ...visitorAttributes(visitor),
        'browser.web_vital.name': name,
        'browser.web_vital.value': exact,
        'browser.web_vital.delta': exact,
        'browser.web_vital.id': `v6-${random.hex(12)}`,
        'browser.web_vital.rating': rating,
        'browser.web_vital.navigation_type': 'navigate',
        ...attributes,
      },
    })
  }
  const round = (value: number) => Math.round(value * 10) / 10
  send('ttfb', firstByteMs, endUs, {})
  send('fcp', fcp, endUs, { 'errata.web_vital.time_to_first_byte': round(firstByteMs) })
  const leftUs = endUs + 4_000_000 + random.int(20_000_000)
  send('lcp', lcp, leftUs, {
    'errata.web_vital.target': route.startsWith('/products') ? 'img.hero' : 'h1',
    'errata.web_vital.time_to_first_byte': round(firstByteMs),
    'errata.web_vital.element_render_delay': round((lcp - firstByteMs) / 3),
  })
  send('cls', Math.min(1, layoutShiftScore(random)), leftUs, {})
  if (random.chance(0.7)) {
    const delay = ms(18)
    send('inp', delay + ms(90, 0.8), leftUs, {
      'errata.web_vital.interaction_target': 'button.add',
      'errata.web_vital.interaction_type': 'pointer',
      'errata.web_vital.input_delay': round(delay),
    })
  }
}

const layoutShiftScore = (random: Random) => (random.chance(0.55) ? 0 : random.latencyUs(0.05, 1) / 1000)

function visitorAttributes({ sessionId, userId }: ShopVisitor): SeedAttributes {
  return { 'session.id': sessionId, ...(userId === undefined ? {} : { 'user.id': userId }) }
}
