import type { SeedAttributes, SeedResource } from './record.ts'

export type ShopService =
  | 'shop'
  | 'shop-browser'
  | 'checkout'
  | 'stock'
  | 'recommendations'
  | 'mail'
  | 'errata-desk'
  | 'errata-desk-browser'

/** Hours before the end of the telemetry at which a release was deployed; the first one was deployed before its start. */
type Deploys = readonly [first: string, ...later: readonly (readonly [hoursBefore: number, release: string])[]]

/** 2.4.1 of the shop breaks the cart for fourteen hours; 7.2.0 of checkout is slow and runs out of connections. */
const SHOP_DEPLOYS: Deploys = ['2.3.0', [216, '2.4.0'], [20, '2.4.1'], [6, '2.4.2']]
const DESK_DEPLOYS: Deploys = ['0.2.0']
const DEPLOYS: Readonly<Record<ShopService, Deploys>> = {
  shop: SHOP_DEPLOYS,
  'shop-browser': SHOP_DEPLOYS,
  checkout: ['7.1.3', [11, '7.2.0']],
  stock: ['1.18.0', [60, '1.19.0']],
  recommendations: ['0.9.4', [100, '0.10.0']],
  mail: ['3.2.0'],
  'errata-desk': DESK_DEPLOYS,
  'errata-desk-browser': DESK_DEPLOYS,
}

interface Runtime {
  readonly language: string
  readonly attributes: SeedAttributes
}

const serverRuntime = (service: string, language: string, name: string, version: string): Runtime => ({
  language,
  attributes: {
    'host.arch': 'amd64',
    'process.executable.name': service,
    'process.runtime.name': name,
    'process.runtime.version': version,
  },
})
const browserRuntime: Runtime = {
  language: 'webjs',
  attributes: { 'browser.language': 'en-GB', 'browser.mobile': false, 'browser.platform': 'macOS' },
}
const RUNTIMES: Readonly<Record<ShopService, Runtime>> = {
  shop: serverRuntime('node', 'nodejs', 'nodejs', '24.21.0'),
  'shop-browser': browserRuntime,
  checkout: serverRuntime('java', 'java', 'OpenJDK Runtime Environment', '25.0.1+8'),
  stock: serverRuntime('stock', 'go', 'go', 'go1.26.0'),
  recommendations: serverRuntime('python3.14', 'python', 'cpython', '3.14.2'),
  mail: serverRuntime('mail', 'go', 'go', 'go1.26.0'),
  'errata-desk': serverRuntime('node', 'nodejs', 'nodejs', '24.21.0'),
  'errata-desk-browser': browserRuntime,
}

const HOUR_US = 3_600_000_000

export function hoursBeforeEnd(atUs: number, untilUs: number): number {
  return (untilUs - atUs) / HOUR_US
}

export function releaseLiveAt(service: ShopService, hours: number): string {
  const [first, ...later] = DEPLOYS[service]
  return later.findLast(([at]) => hours <= at)?.[1] ?? first
}

/** Hours since the last deploy of this service, `undefined` while its first release is live. */
export function hoursSinceDeploy(service: ShopService, hours: number): number | undefined {
  const [, ...later] = DEPLOYS[service]
  const last = later.findLast(([at]) => hours <= at)
  return last === undefined ? undefined : last[0] - hours
}

export interface TelemetrySender {
  readonly service: ShopService
  readonly release: string
  readonly environment: 'production' | 'staging'
  /** Number of the machine. */
  readonly instance: number
  /** Of a browser; '' where it is unknown. */
  readonly userAgent: string
}

const resourceCache = new Map<string, SeedResource>()

/** The same resource object for equal senders. */
export function getSenderResource({
  service,
  release,
  environment,
  instance,
  userAgent,
}: TelemetrySender): SeedResource {
  const { language, attributes } = RUNTIMES[service]
  const isBrowser = language === 'webjs'
  const key = `${service} ${release} ${environment} ${isBrowser ? userAgent : instance}`
  const known = resourceCache.get(key)
  if (known !== undefined) return known
  const resource: SeedResource = {
    service,
    release,
    attributes: {
      'service.name': service,
      'service.version': release,
      'deployment.environment.name': environment,
      ...(isBrowser ? {} : { 'host.name': `${service}-${instance}`, 'process.pid': 100 + instance }),
      ...(isBrowser && userAgent !== '' ? { 'user_agent.original': userAgent } : {}),
      ...attributes,
      'telemetry.sdk.language': language,
      'telemetry.sdk.name': isBrowser ? '@errata/otel' : 'opentelemetry',
      ...(isBrowser ? {} : { 'telemetry.sdk.version': language === 'nodejs' ? '2.12.0' : '1.60.0' }),
    },
  }
  resourceCache.set(key, resource)
  return resource
}
