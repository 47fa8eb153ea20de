import { BlockList, isIP, isIPv6 } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import packageJson from './package.json' with { type: 'json' }

/** All settings of a stack, read once. Ports are TCP ports; hosts are addresses to listen on. */
export interface Config {
  readonly desk: {
    readonly host: string
    readonly port: number
    /** Port that serves only the visitor's page, for a proxy that publishes it; `undefined` for none. */
    readonly visitorPort: number | undefined
    /** Number of proxies in front, each of which appends to `X-Forwarded-For`. */
    readonly proxies: number
    /** Host names that the app answers to, besides loopback: as {@link readHostName} returns them. */
    readonly allowedHosts: readonly string[]
    readonly url: string
  }
  readonly otlp: {
    /** Address on which the Collector listens: loopback, except in a container. */
    readonly host: string
    readonly grpcPort: number
    readonly httpPort: number
    readonly browserPort: number
    /** The gRPC receiver as seen from this machine: host:port. */
    readonly grpcAddress: string
    /** OTLP endpoint for the app's own telemetry. */
    readonly url: string
    /** OTLP endpoint to which the relay forwards browsers' telemetry. */
    readonly browserUrl: string
  }
  /** `nativePort` is 0 if the native protocol is off; `sandbox` is `auto`, `required` or `off`, as in engine/arguments.ts. */
  readonly engine: Readonly<{ host: string; port: number; nativePort: number; sandbox: string }>
  readonly clickhouse: {
    readonly url: string
    readonly user: string
    readonly password: string
    /** True if no CLICKHOUSE_URL is set: `npm start` then runs the embedded engine. */
    readonly embedded: boolean
    /** '' for a single node. */
    readonly cluster: string
    /** Timeout of a page's queries. */
    readonly querySeconds: number
  }
  readonly otelcol: {
    readonly binary: string
    /** Absolute paths of the Collector's two configuration files. */
    readonly config: string
    readonly limits: string
    readonly healthPort: number
    readonly healthUrl: string
    readonly metricsPort: number
    readonly metricsUrl: string
  }
  /** Another OTLP backend that receives everything too; '' for none. */
  readonly alsoOtlp: { readonly url: string; readonly authorization: string }
  /** Whether the error screen links to the visitor's page. */
  readonly visitorPages: boolean
  readonly lab: { readonly enabled: boolean; readonly originPort: number }
  readonly retentionDays: {
    readonly traces: number
    readonly logs: number
    readonly metrics: number
    readonly exceptions: number
    readonly digests: number
  }
  /** Whether the app sends canaries to check that telemetry arrives. */
  readonly canary: boolean
  readonly service: { readonly name: string; readonly version: string; readonly environment: string }
  /** Absolute. */
  readonly dataDir: string
}

/** Thrown by {@link readConfig}; the message has one line for each invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings from environment variables. `.env.example` lists them all.
 *
 * @throws {ConfigError} When any setting cannot be used; all errors are listed at once.
 */
export function readConfig(env: Env = process.env): Config {
  const errors: string[] = []
  const read = settingsReader(env, errors)

  const host = read.text('ERRATA_HOST', '127.0.0.1')
  const proxies = read.count('ERRATA_BEHIND_PROXY', 0, 9, 'a number of proxies')
  const allowedHosts = read.hosts('ERRATA_ALLOWED_HOSTS')
  const trustedNetwork = read.flag('ERRATA_TRUSTED_NETWORK', false)
  const onLoopback = isLoopback(host)
  if (!onLoopback && proxies === 0 && !trustedNetwork) {
    errors.push(
      `ERRATA_HOST=${host} is not a loopback address and Errata has no login: set ERRATA_BEHIND_PROXY=1 if a proxy in front of it authenticates users, ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  const otlpHost = read.text('ERRATA_OTLP_HOST', '127.0.0.1')
  if (!isLoopback(otlpHost) && !trustedNetwork) {
    errors.push(
      `ERRATA_OTLP_HOST=${otlpHost} is not a loopback address and anybody who reaches the Collector can send data of every service: set ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  const port = read.port('ERRATA_PORT', 3000)
  const grpcPort = read.port('ERRATA_OTLP_GRPC_PORT', 4317)
  const httpPort = read.port('ERRATA_OTLP_HTTP_PORT', 4318)
  const browserPort = read.port('ERRATA_OTLP_BROWSER_PORT', 4319)
  const enginePort = read.port('ERRATA_ENGINE_PORT', 8123)
  const healthPort = read.port('ERRATA_OTELCOL_HEALTH_PORT', 13133)
  const metricsPort = read.port('ERRATA_OTELCOL_METRICS_PORT', 8888)
  const clickhouseUrl = read.url('CLICKHOUSE_URL', '')
  const engineHost = read.text('ERRATA_ENGINE_HOST', '127.0.0.1')
  if (clickhouseUrl === '' && !isLoopback(engineHost) && !trustedNetwork) {
    errors.push(
      `ERRATA_ENGINE_HOST=${engineHost} is not a loopback address and passwords would cross the network unencrypted: set ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }

  const config: Config = {
    desk: {
      host,
      port,
      visitorPort: read.text('ERRATA_VISITOR_PORT', '') === '' ? undefined : read.port('ERRATA_VISITOR_PORT', 3002),
      proxies,
      // A specific address or name that the app listens on is allowed as a host.
      allowedHosts: [...new Set([...allowedHosts, ...hostNames(onLoopback || isAnyAddress(host) ? '' : host)])],
      url: `http://${connectableHost(host)}:${port}`,
    },
    otlp: {
      host: otlpHost,
      grpcPort,
      httpPort,
      browserPort,
      grpcAddress: `${connectableHost(otlpHost)}:${grpcPort}`,
      url: read.url('ERRATA_OTLP_URL', `http://${connectableHost(otlpHost)}:${httpPort}`),
      browserUrl: read.url('ERRATA_OTLP_BROWSER_URL', `http://${connectableHost(otlpHost)}:${browserPort}`),
    },
    engine: {
      host: engineHost,
      port: enginePort,
      nativePort: read.count('ERRATA_ENGINE_NATIVE_PORT', 0, 65_535, 'a port, or 0 for none'),
      sandbox: read.oneOf('ERRATA_ENGINE_SANDBOX', isLoopback(engineHost) ? 'auto' : 'required', [
        'auto',
        'required',
        'off',
      ]),
    },
    clickhouse: {
      url: clickhouseUrl === '' ? `http://${connectableHost(engineHost)}:${enginePort}` : clickhouseUrl,
      user: read.text('CLICKHOUSE_USER', 'default'),
      password: read.text('CLICKHOUSE_PASSWORD', ''),
      embedded: clickhouseUrl === '',
      cluster: read.name('ERRATA_CLICKHOUSE_CLUSTER', ''),
      querySeconds: read.seconds('ERRATA_QUERY_SECONDS', 10),
    },
    otelcol: {
      binary: read.text('ERRATA_OTELCOL', ''),
      config: fromRoot(read.text('ERRATA_OTELCOL_CONFIG', 'collector-config.yaml')),
      limits: fromRoot(read.text('ERRATA_OTELCOL_LIMITS', 'collector-limits.yaml')),
      healthPort,
      healthUrl: `http://${connectableHost(otlpHost)}:${healthPort}`,
      metricsPort,
      metricsUrl: `http://${connectableHost(otlpHost)}:${metricsPort}/metrics`,
    },
    alsoOtlp: {
      url: read.url('ERRATA_ALSO_OTLP_URL', ''),
      authorization: read.text('ERRATA_ALSO_OTLP_AUTHORIZATION', ''),
    },
    visitorPages: read.flag('ERRATA_VISITOR_PAGES', false),
    lab: { enabled: read.flag('ERRATA_LAB', onLoopback), originPort: read.port('ERRATA_LAB_ORIGIN_PORT', 3001) },
    retentionDays: {
      traces: read.days('ERRATA_RETENTION_DAYS_TRACES', 14),
      logs: read.days('ERRATA_RETENTION_DAYS_LOGS', 30),
      metrics: read.days('ERRATA_RETENTION_DAYS_METRICS', 30),
      exceptions: read.days('ERRATA_RETENTION_DAYS_EXCEPTIONS', 90),
      digests: read.days('ERRATA_RETENTION_DAYS_DIGESTS', 400),
    },
    canary: read.flag('ERRATA_CANARY', true),
    service: {
      name: read.text('OTEL_SERVICE_NAME', 'errata-desk'),
      version: read.text('ERRATA_RELEASE', packageJson.version),
      environment: read.text('ERRATA_ENVIRONMENT', 'development'),
    },
    dataDir: fromRoot(read.text('ERRATA_DATA_DIR', '.errata')),
  }

  for (const [a, b] of portClashes(config)) errors.push(`${a} and ${b} use the same port: give each its own`)
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return deepFreeze(config)
}

/** True for addresses that only this machine can reach: localhost, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4'))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Parses the name in a Host header, with or without a port.
 *
 * @returns As browsers write it in URLs: lower case, IPv6 in brackets, no final dot; undefined for an invalid host.
 */
export function readHostName(host: string): string | undefined {
  // The URL parser also accepts user names and escapes, which no browser sends.
  if (!/^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{0,5})?$/i.test(host)) return undefined
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '')
}

function settingsReader(env: Env, errors: string[]) {
  const text = (name: string, fallback: string) => {
    const value = env[name]?.trim()
    return value === undefined || value === '' ? fallback : value
  }
  const integer = (name: string, fallback: number, least: number, most: number, what: string) => {
    const value = text(name, String(fallback))
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    errors.push(`${name}=${value} is not ${what} (${least} to ${most})`)
    return fallback
  }
  return {
    text,
    port: (name: string, fallback: number) => integer(name, fallback, 1, 65_535, 'a port'),
    days: (name: string, fallback: number) => integer(name, fallback, 1, 3_650, 'a number of days'),
    seconds: (name: string, fallback: number) => integer(name, fallback, 1, 3_600, 'a number of seconds'),
    count: (name: string, fallback: number, most: number, what: string) => integer(name, fallback, 0, most, what),
    hosts(name: string) {
      const entries = text(name, '')
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== '')
      for (const entry of entries.filter(each => hostNames(each).length === 0)) {
        errors.push(`${name} contains ${entry}, which is not a host name: no scheme, port, path or *`)
      }
      return entries.flatMap(hostNames)
    },
    oneOf(name: string, fallback: string, choices: readonly string[]) {
      const value = text(name, fallback)
      if (!choices.includes(value)) errors.push(`${name}=${value} must be one of: ${choices.join(', ')}`)
      return value
    },
    flag(name: string, fallback: boolean) {
      const value = text(name, fallback ? '1' : '0')
      if (value !== '0' && value !== '1') errors.push(`${name}=${value} must be 0 or 1`)
      return value === '1'
    },
    url(name: string, fallback: string) {
      const value = text(name, fallback)
      if (value !== '' && !(URL.canParse(value) && /^https?:\/\//.test(value))) {
        errors.push(`${name}=${value} is not an http:// or https:// address`)
      }
      return value.replace(/\/+$/, '')
    },
    name(name: string, fallback: string) {
      const value = text(name, fallback)
      if (!/^\w*$/.test(value)) errors.push(`${name}=${value} may contain only letters, digits and _`)
      return value
    },
  }
}

function portClashes(config: Config): [string, string][] {
  const ports: [string, number][] = [
    ['ERRATA_PORT', config.desk.port],
    ['ERRATA_OTLP_GRPC_PORT', config.otlp.grpcPort],
    ['ERRATA_OTLP_HTTP_PORT', config.otlp.httpPort],
    ['ERRATA_OTLP_BROWSER_PORT', config.otlp.browserPort],
    ['ERRATA_ENGINE_PORT', config.engine.port],
    ['ERRATA_OTELCOL_HEALTH_PORT', config.otelcol.healthPort],
    ['ERRATA_OTELCOL_METRICS_PORT', config.otelcol.metricsPort],
    ['ERRATA_LAB_ORIGIN_PORT', config.lab.originPort],
  ]
  if (config.engine.nativePort !== 0) ports.push(['ERRATA_ENGINE_NATIVE_PORT', config.engine.nativePort])
  if (config.desk.visitorPort !== undefined) ports.push(['ERRATA_VISITOR_PORT', config.desk.visitorPort])
  return ports.flatMap(([name, port], i) =>
    ports
      .slice(i + 1)
      .filter(([, other]) => other === port)
      .map(([other]): [string, string] => [name, other]),
  )
}

/** The host name of a setting, or none if it is invalid. */
function hostNames(setting: string): string[] {
  const host = isIPv6(setting) ? `[${setting}]` : setting
  const name = /:\d*$/.test(host) ? undefined : readHostName(host)
  return name === undefined ? [] : [name]
}

const isAnyAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** The host to connect to for a server that listens on `host`, as in a URL: a wildcard address cannot be connected to. */
function connectableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

const fromRoot = (path: string) => (isAbsolute(path) ? path : resolve(import.meta.dirname, path))

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
