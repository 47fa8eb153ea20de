import { BlockList, isIP, isIPv6 } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import packageJson from './package.json' with { type: 'json' }

/** All settings of a stack, read once. Ports are TCP ports; hosts are addresses to listen on. */
export type Config = DeepReadonly<ReturnType<typeof toConfig>>

/** Thrown by {@link readConfig}; the message has one line for each invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings from environment variables. `.env.example` lists them all. A blank one counts as unset.
 *
 * @throws {ConfigError} When any setting cannot be used; all errors are listed at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined])
  const { data, error } = settings.safeParse(Object.fromEntries(given))
  if (error) throw new ConfigError(error.issues.map(({ message }) => message).join('\n'))
  return deepFreeze(toConfig(data))
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

const text = z.string()
const host = text.refine(isHost, fault('is not a host name or an address'))
const flag = z.enum(['0', '1'], fault('must be 0 or 1')).transform(value => value === '1')
const port = integer('a port', 1, 65_535)
const days = integer('a number of days', 1, 3_650)
const url = text
  .refine(value => URL.canParse(value) && /^https?:\/\//.test(value), fault('is not an http:// or https:// address'))
  .transform(value => value.replace(/\/+$/, ''))
const sandboxes = ['auto', 'required', 'off'] as const
const hosts = text
  .transform(list => list.split(/\s*,\s*/).filter(entry => entry !== ''))
  .pipe(
    z.array(
      text.refine(isHost, {
        error: ({ path, input }) =>
          `${String(path?.[0])} contains ${String(input)}, which is not a host name: no scheme, port, path or *`,
      }),
    ),
  )
  .transform(entries => entries.flatMap(hostNames))

const settings = z
  .object({
    ERRATA_HOST: host.default('127.0.0.1'),
    ERRATA_PORT: port.default(3000),
    ERRATA_BEHIND_PROXY: integer('a number of proxies', 0, 9).default(0),
    ERRATA_ALLOWED_HOSTS: hosts.default([]),
    ERRATA_TRUSTED_NETWORK: flag.default(false),
    ERRATA_OTLP_HOST: host.default('127.0.0.1'),
    ERRATA_OTLP_GRPC_PORT: port.default(4317),
    ERRATA_OTLP_HTTP_PORT: port.default(4318),
    ERRATA_OTLP_BROWSER_PORT: port.default(4319),
    ERRATA_OTLP_URL: url.optional(),
    ERRATA_OTLP_BROWSER_URL: url.optional(),
    ERRATA_ENGINE_HOST: host.default('127.0.0.1'),
    ERRATA_ENGINE_PORT: port.default(8123),
    ERRATA_ENGINE_NATIVE_PORT: integer('a port, or 0 for none', 0, 65_535).default(0),
    ERRATA_ENGINE_SANDBOX: z.enum(sandboxes, fault(`must be one of: ${sandboxes.join(', ')}`)).optional(),
    CLICKHOUSE_URL: url.optional(),
    CLICKHOUSE_USER: text.default('default'),
    CLICKHOUSE_PASSWORD: text.default(''),
    ERRATA_QUERY_SECONDS: integer('a number of seconds', 1, 3_600).default(10),
    ERRATA_CLICKHOUSE_CLUSTER: text.regex(/^\w*$/, fault('may contain only letters, digits and _')).default(''),
    ERRATA_OTELCOL: text.default(''),
    ERRATA_OTELCOL_CONFIG: text.default('collector-config.yaml'),
    ERRATA_OTELCOL_LIMITS: text.default('collector-limits.yaml'),
    ERRATA_OTELCOL_MASKING: text.default('collector-masking.yaml'),
    ERRATA_OTELCOL_HEALTH_PORT: port.default(13133),
    ERRATA_OTELCOL_METRICS_PORT: port.default(8888),
    ERRATA_ALSO_OTLP_URL: url.default(''),
    ERRATA_ALSO_OTLP_AUTHORIZATION: text.default(''),
    ERRATA_LAB: flag.optional(),
    ERRATA_LAB_ORIGIN_PORT: port.default(3001),
    ERRATA_VISITOR_PORT: port.optional(),
    ERRATA_VISITOR_PAGES: flag.default(false),
    ERRATA_RETENTION_DAYS_TRACES: days.default(14),
    ERRATA_RETENTION_DAYS_LOGS: days.default(30),
    ERRATA_RETENTION_DAYS_METRICS: days.default(30),
    ERRATA_RETENTION_DAYS_EXCEPTIONS: days.default(90),
    ERRATA_RETENTION_DAYS_DIGESTS: days.default(400),
    ERRATA_CONVENTIONS: text.default(''),
    ERRATA_CANARY: flag.default(true),
    OTEL_SERVICE_NAME: text.default('errata-desk'),
    ERRATA_RELEASE: text.default(packageJson.version),
    ERRATA_ENVIRONMENT: text.default('development'),
    ERRATA_DATA_DIR: text.default('.errata'),
  })
  // All faults are listed at once, so this runs also if a setting is invalid; the object then has it as it was given.
  .superRefine(
    (read, context) => {
      for (const message of [...listOpenHosts(read), ...listPortClashes(read)]) context.addIssue(message)
    },
    { when: () => true },
  )

type Settings = z.output<typeof settings>

function toConfig(read: Settings) {
  const otlpHost = connectableHost(read.ERRATA_OTLP_HOST)
  const onLoopback = isLoopback(read.ERRATA_HOST)
  const listening = onLoopback || isAnyAddress(read.ERRATA_HOST) ? [] : hostNames(read.ERRATA_HOST)
  return {
    desk: {
      host: read.ERRATA_HOST,
      port: read.ERRATA_PORT,
      /** Port that serves only the visitor's page, for a proxy that publishes it; `undefined` for none. */
      visitorPort: read.ERRATA_VISITOR_PORT,
      /** Number of proxies in front, each of which appends to `X-Forwarded-For`. */
      proxies: read.ERRATA_BEHIND_PROXY,
      /**
       * Host names that the app answers to, besides loopback: as {@link readHostName} returns them. A specific address or name that the app
       * listens on is among them.
       */
      allowedHosts: [...new Set([...read.ERRATA_ALLOWED_HOSTS, ...listening])],
      url: `http://${connectableHost(read.ERRATA_HOST)}:${read.ERRATA_PORT}`,
    },
    otlp: {
      /** Address on which the Collector listens: loopback, except in a container. */
      host: read.ERRATA_OTLP_HOST,
      grpcPort: read.ERRATA_OTLP_GRPC_PORT,
      httpPort: read.ERRATA_OTLP_HTTP_PORT,
      browserPort: read.ERRATA_OTLP_BROWSER_PORT,
      /** The gRPC receiver as seen from this machine: host:port. */
      grpcAddress: `${otlpHost}:${read.ERRATA_OTLP_GRPC_PORT}`,
      /** OTLP endpoint for the app's own telemetry. */
      url: read.ERRATA_OTLP_URL ?? `http://${otlpHost}:${read.ERRATA_OTLP_HTTP_PORT}`,
      /** OTLP endpoint to which the relay forwards browsers' telemetry. */
      browserUrl: read.ERRATA_OTLP_BROWSER_URL ?? `http://${otlpHost}:${read.ERRATA_OTLP_BROWSER_PORT}`,
    },
    engine: {
      host: read.ERRATA_ENGINE_HOST,
      port: read.ERRATA_ENGINE_PORT,
      /** 0 if the native protocol is off. */
      nativePort: read.ERRATA_ENGINE_NATIVE_PORT,
      /** As in engine/arguments.ts. */
      sandbox: read.ERRATA_ENGINE_SANDBOX ?? (isLoopback(read.ERRATA_ENGINE_HOST) ? 'auto' : 'required'),
    },
    clickhouse: {
      url: read.CLICKHOUSE_URL ?? `http://${connectableHost(read.ERRATA_ENGINE_HOST)}:${read.ERRATA_ENGINE_PORT}`,
      user: read.CLICKHOUSE_USER,
      password: read.CLICKHOUSE_PASSWORD,
      /** True if no CLICKHOUSE_URL is set: `npm start` then runs the embedded engine. */
      embedded: read.CLICKHOUSE_URL === undefined,
      /** '' for a single node. */
      cluster: read.ERRATA_CLICKHOUSE_CLUSTER,
      /** Timeout of a page's queries. */
      querySeconds: read.ERRATA_QUERY_SECONDS,
    },
    otelcol: {
      binary: read.ERRATA_OTELCOL,
      /** Absolute paths of the Collector's configuration files that may be other ones. */
      config: fromRoot(read.ERRATA_OTELCOL_CONFIG),
      limits: fromRoot(read.ERRATA_OTELCOL_LIMITS),
      masking: fromRoot(read.ERRATA_OTELCOL_MASKING),
      healthPort: read.ERRATA_OTELCOL_HEALTH_PORT,
      healthUrl: `http://${otlpHost}:${read.ERRATA_OTELCOL_HEALTH_PORT}`,
      metricsPort: read.ERRATA_OTELCOL_METRICS_PORT,
      metricsUrl: `http://${otlpHost}:${read.ERRATA_OTELCOL_METRICS_PORT}/metrics`,
    },
    /** Another OTLP backend that receives everything too; '' for none. */
    alsoOtlp: { url: read.ERRATA_ALSO_OTLP_URL, authorization: read.ERRATA_ALSO_OTLP_AUTHORIZATION },
    /** Whether the error screen links to the visitor's page. */
    visitorPages: read.ERRATA_VISITOR_PAGES,
    lab: { enabled: read.ERRATA_LAB ?? onLoopback, originPort: read.ERRATA_LAB_ORIGIN_PORT },
    retentionDays: {
      traces: read.ERRATA_RETENTION_DAYS_TRACES,
      logs: read.ERRATA_RETENTION_DAYS_LOGS,
      metrics: read.ERRATA_RETENTION_DAYS_METRICS,
      exceptions: read.ERRATA_RETENTION_DAYS_EXCEPTIONS,
      digests: read.ERRATA_RETENTION_DAYS_DIGESTS,
    },
    /** Absolute path of a file with further names of attributes; '' for none. */
    conventions: read.ERRATA_CONVENTIONS === '' ? '' : fromRoot(read.ERRATA_CONVENTIONS),
    /** Whether the app sends canaries to check that telemetry arrives. */
    canary: read.ERRATA_CANARY,
    service: { name: read.OTEL_SERVICE_NAME, version: read.ERRATA_RELEASE, environment: read.ERRATA_ENVIRONMENT },
    /** Absolute. */
    dataDir: fromRoot(read.ERRATA_DATA_DIR),
  }
}

/** Reports an invalid setting by its name and value. */
function fault(what: string) {
  return { error: ({ path, input }: z.core.$ZodRawIssue) => `${String(path?.[0])}=${String(input)} ${what}` }
}

function integer(what: string, least: number, most: number) {
  const isInRange = (value: string) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
  return z
    .string()
    .refine(isInRange, fault(`is not ${what} (${least} to ${most})`))
    .transform(Number)
}

function listOpenHosts(read: Settings): string[] {
  const { ERRATA_HOST: host, ERRATA_OTLP_HOST: otlpHost, ERRATA_ENGINE_HOST: engineHost } = read
  if (read.ERRATA_TRUSTED_NETWORK) return []
  const faults: string[] = []
  if (!isLoopback(host) && read.ERRATA_BEHIND_PROXY === 0) {
    faults.push(
      `ERRATA_HOST=${host} is not a loopback address and Errata has no login: set ERRATA_BEHIND_PROXY=1 if a proxy in front of it authenticates users, ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  if (!isLoopback(otlpHost)) {
    faults.push(
      `ERRATA_OTLP_HOST=${otlpHost} is not a loopback address and anybody who reaches the Collector can send data of every service: set ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  if (!isLoopback(engineHost) && read.CLICKHOUSE_URL === undefined) {
    faults.push(
      `ERRATA_ENGINE_HOST=${engineHost} is not a loopback address and passwords would cross the network unencrypted: set ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  return faults
}

function listPortClashes(read: Readonly<Record<string, unknown>>): string[] {
  const ports = Object.entries(read).filter(
    // 0 stands for none, and what is not a number is a fault of its own.
    ([name, port]) => name.endsWith('_PORT') && typeof port === 'number' && port !== 0,
  )
  return ports.flatMap(([name, port], i) =>
    ports
      .slice(i + 1)
      .filter(([, other]) => other === port)
      .map(([other]) => `${name} and ${other} use the same port: give each its own`),
  )
}

/** The host name of a setting, or none if it is invalid. */
function hostNames(setting: string): string[] {
  const host = isIPv6(setting) ? `[${setting}]` : setting
  const name = /:\d*$/.test(host) ? undefined : readHostName(host)
  return name === undefined ? [] : [name]
}

function isHost(setting: string): boolean {
  return hostNames(setting).length > 0
}

const isAnyAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** The host to connect to for a server that listens on `host`, as in a URL: a wildcard address cannot be connected to. */
function connectableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

const fromRoot = (path: string) => (isAbsolute(path) ? path : resolve(import.meta.dirname, path))

type DeepReadonly<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
