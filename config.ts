import { readFileSync } from 'node:fs'
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
 * Reads the settings from environment variables, and the files of secrets that these name. `.env.example` lists them all. A blank one counts
 * as unset.
 *
 * @throws {ConfigError} When any setting cannot be used; all errors are listed at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]))
  const faults = readSecretFiles(given)
  const { data, error } = settings.safeParse(given)
  if (error || faults.length > 0)
    throw new ConfigError([...faults, ...(error?.issues.map(({ message }) => message) ?? [])].join('\n'))
  return deepFreeze(toConfig(data))
}

/** Files that have one secret each, as Docker and Kubernetes give them to a container. Without _FILE they are what they stand for. */
const secretFiles = [
  'CLICKHOUSE_PASSWORD_FILE',
  'ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD_FILE',
  'ERRATA_CLICKHOUSE_SCHEMA_PASSWORD_FILE',
  'ERRATA_SECRET_KEY_FILE',
  'ERRATA_OIDC_CLIENT_SECRET_FILE',
  'ERRATA_SMTP_URL_FILE',
  'ERRATA_ALERT_URL_FILE',
  'ERRATA_ALERT_HEARTBEAT_URL_FILE',
] as const

/** Puts what the files have in the place of the settings. @returns what is wrong with them; never what they contain. */
function readSecretFiles(given: Record<string, string | undefined>): string[] {
  return secretFiles.flatMap(fileSetting => {
    const setting = fileSetting.replace(/_FILE$/, '')
    const file = given[fileSetting]
    if (file === undefined) return []
    if (given[setting] !== undefined) return [`${fileSetting} and ${setting} are both set: leave one of them empty`]
    try {
      given[setting] = readFileSync(file, 'utf8').trim() || undefined
    } catch (error) {
      return [
        `${fileSetting}=${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`,
      ]
    }
    return given[setting] === undefined ? [`${fileSetting}=${file} is empty`] : []
  })
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
const address = text.refine(
  value => URL.canParse(value) && /^https?:\/\//.test(value),
  fault('is not an http:// or https:// address'),
)
const url = address.transform(value => value.replace(/\/+$/, ''))
const sandboxes = ['auto', 'required', 'off'] as const
const logins = ['none', 'password', 'oidc', 'proxy'] as const
/** Separated by commas or, if there is one, by semicolons: names of groups may contain commas. */
const list = text.transform(entries =>
  entries
    .split(entries.includes(';') ? ';' : ',')
    .map(entry => entry.trim())
    .filter(entry => entry !== ''),
)
const headerName = text
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, fault('is not the name of a header'))
  .transform(name => name.toLowerCase())
const MIN_SECRET_CHARS = 32
/** Never shown in an error. */
const secretKeys = list.refine(keys => keys.length > 0 && keys.every(key => key.length >= MIN_SECRET_CHARS), {
  error: `ERRATA_SECRET_KEY needs at least ${MIN_SECRET_CHARS} characters; several, the newest first, are separated by commas`,
})
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

/** An address that whoever has it can post to, so that no error shows it. */
const secretUrl = (what: string, protocols: RegExp) =>
  text.refine(value => value === '' || (URL.canParse(value) && protocols.test(value)), {
    error: ({ path }) => `${String(path?.[0])} is not ${what}`,
  })
const receiverUrl = secretUrl('an http:// or https:// address', /^https?:\/\//)
const mailUrl = secretUrl('an address such as smtps://user:password@mail.example.com', /^smtps?:\/\/[^/]/)
const receivers = list.pipe(
  z.array(
    text.refine(entry => isNetwork(entry) || isHost(entry), {
      error: ({ path, input }) =>
        `${String(path?.[0])} contains ${String(input)}, which is no host name, address or network (10.0.0.0/8)`,
    }),
  ),
)
/** The address of a page that makes a ticket; its places are filled in by app/pages/issue/write-ticket-address.ts. */
const trackerUrl = text.refine(
  value => value === '' || (URL.canParse(value) && /^https?:\/\/[^{}/]+(?:\/|$)/.test(value)),
  fault('is not an http:// or https:// address whose host has no {…}'),
)
/** `alerts@example.com` or `Errata <alerts@example.com>`. */
const mailbox = text.regex(/^(?:[^<>"@,;\p{Cc}]* <[^<>\s@]+@[^<>\s@]+>|[^<>\s@,;]+@[^<>\s@,;]+)?$/u, {
  ...fault('is not an e-mail address, such as Errata <errata@example.com>'),
})

const settings = z
  .object({
    ERRATA_HOST: host.default('127.0.0.1'),
    ERRATA_PORT: port.default(3000),
    ERRATA_BEHIND_PROXY: integer('a number of proxies', 0, 9).default(0),
    ERRATA_ALLOWED_HOSTS: hosts.default([]),
    ERRATA_TRUSTED_NETWORK: flag.default(false),
    ERRATA_URL: url.optional(),
    ERRATA_LOGIN: z.enum(logins, fault(`must be one of: ${logins.join(', ')}`)).default('none'),
    ERRATA_SECRET_KEY: secretKeys.optional(),
    ERRATA_TOKEN: text.default(''),
    ERRATA_ADMIN_EMAIL: text.default(''),
    ERRATA_ADMIN_PASSWORD_FILE: text.default(''),
    ERRATA_ADMIN_GROUPS: list.default([]),
    ERRATA_TRIAGER_GROUPS: list.default([]),
    ERRATA_VIEWER_GROUPS: list.default([]),
    // Compared to what the provider says, where a final slash counts.
    ERRATA_OIDC_ISSUER: address.optional(),
    ERRATA_OIDC_CLIENT_ID: text.default(''),
    ERRATA_OIDC_CLIENT_SECRET: text.default(''),
    ERRATA_OIDC_SCOPES: text.default('openid profile email'),
    ERRATA_OIDC_GROUPS_CLAIM: text.default('groups'),
    ERRATA_PROXY_ADDRESSES: list.default([]),
    ERRATA_PROXY_USER_HEADER: headerName.default('x-forwarded-user'),
    ERRATA_PROXY_EMAIL_HEADER: headerName.default('x-forwarded-email'),
    ERRATA_PROXY_GROUPS_HEADER: headerName.default('x-forwarded-groups'),
    ERRATA_PROXY_JWT_HEADER: headerName.optional(),
    ERRATA_PROXY_JWKS_URL: url.optional(),
    ERRATA_PROXY_JWT_ISSUER: text.default(''),
    ERRATA_PROXY_JWT_AUDIENCE: text.default(''),
    ERRATA_OTLP_HOST: host.default('127.0.0.1'),
    ERRATA_OTLP_GRPC_PORT: port.default(4317),
    ERRATA_OTLP_HTTP_PORT: port.default(4318),
    ERRATA_OTLP_BROWSER_HOST: host.default('127.0.0.1'),
    ERRATA_OTLP_BROWSER_PORT: port.default(4319),
    ERRATA_OTLP_URL: url.optional(),
    ERRATA_OTLP_BROWSER_URL: url.optional(),
    ERRATA_OTLP_TOKENS: text.default(''),
    ERRATA_OTLP_TLS_CERT: text.default(''),
    ERRATA_OTLP_TLS_KEY: text.default(''),
    ERRATA_ENGINE_HOST: host.default('127.0.0.1'),
    ERRATA_ENGINE_PORT: port.default(8123),
    ERRATA_ENGINE_NATIVE_PORT: integer('a port, or 0 for none', 0, 65_535).default(0),
    ERRATA_UPGRADE_BACKUP: flag.default(true),
    ERRATA_ENGINE_SANDBOX: z.enum(sandboxes, fault(`must be one of: ${sandboxes.join(', ')}`)).optional(),
    CLICKHOUSE_URL: url.optional(),
    CLICKHOUSE_USER: text.default('default'),
    CLICKHOUSE_PASSWORD: text.default(''),
    ERRATA_CLICKHOUSE_COLLECTOR_USER: text.default(''),
    ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD: text.default(''),
    ERRATA_CLICKHOUSE_SCHEMA_USER: text.default(''),
    ERRATA_CLICKHOUSE_SCHEMA_PASSWORD: text.default(''),
    ERRATA_QUERY_SECONDS: integer('a number of seconds', 1, 3_600).default(10),
    ERRATA_CLICKHOUSE_CLUSTER: text.regex(/^\w*$/, fault('may contain only letters, digits and _')).default(''),
    ERRATA_OTELCOL: text.default(''),
    ERRATA_OTELCOL_CONFIG: text.default('collector-config.yaml'),
    ERRATA_OTELCOL_LIMITS: text.default('collector-limits.yaml'),
    ERRATA_OTELCOL_MASKING: text.default('collector-masking.yaml'),
    ERRATA_OTELCOL_HEALTH_HOST: host.default('127.0.0.1'),
    ERRATA_OTELCOL_HEALTH_PORT: port.default(13133),
    ERRATA_OTELCOL_METRICS_HOST: host.default('127.0.0.1'),
    ERRATA_OTELCOL_METRICS_PORT: port.default(8888),
    ERRATA_QUEUE_MIB: integer('a number of mebibytes', 64, 1_048_576).default(1024),
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
    ERRATA_ALERT_ALLOW: receivers.default([]),
    ERRATA_SMTP_URL: mailUrl.default(''),
    ERRATA_MAIL_FROM: mailbox.default(''),
    ERRATA_ALERT_URL: receiverUrl.default(''),
    ERRATA_ALERT_HEARTBEAT_URL: receiverUrl.default(''),
    ERRATA_TRACKER_URL: trackerUrl.default(''),
    ERRATA_MCP_WRITES: flag.default(false),
    ERRATA_CANARY: flag.default(true),
    ERRATA_ALERTS: flag.default(true),
    CLICKHOUSE_PASSWORD_FILE: text.default(''),
    ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD_FILE: text.default(''),
    ERRATA_CLICKHOUSE_SCHEMA_PASSWORD_FILE: text.default(''),
    ERRATA_SECRET_KEY_FILE: text.default(''),
    ERRATA_OIDC_CLIENT_SECRET_FILE: text.default(''),
    ERRATA_SMTP_URL_FILE: text.default(''),
    ERRATA_ALERT_URL_FILE: text.default(''),
    ERRATA_ALERT_HEARTBEAT_URL_FILE: text.default(''),
    OTEL_SERVICE_NAME: text.default('errata-desk'),
    ERRATA_RELEASE: text.default(packageJson.version),
    ERRATA_ENVIRONMENT: text.default('development'),
    ERRATA_DATA_DIR: text.default('.errata'),
  })
  // All faults are listed at once, so this runs also if a setting is invalid; the object then has it as it was given.
  .superRefine(
    (read, context) => {
      for (const message of [
        ...listOpenHosts(read),
        ...listLoginFaults(read),
        ...listTlsFaults(read),
        ...listMailFaults(read),
        ...listClickHouseFaults(read),
        ...listPortClashes(read),
      ])
        context.addIssue(message)
    },
    { when: () => true },
  )

type Settings = z.output<typeof settings>

/** The names of all settings that {@link readConfig} reads. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape)

function toConfig(read: Settings) {
  const otlpHost = connectableHost(read.ERRATA_OTLP_HOST)
  const asksForTokens = read.ERRATA_OTLP_TOKENS !== ''
  const isOtlpOpen = !isLoopback(read.ERRATA_OTLP_HOST)
  const onLoopback = isLoopback(read.ERRATA_HOST)
  const listening = onLoopback || isAnyAddress(read.ERRATA_HOST) ? [] : hostNames(read.ERRATA_HOST)
  const publicHost = read.ERRATA_URL === undefined ? [] : hostNames(new URL(read.ERRATA_URL).hostname)
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
       * listens on is among them, and that of `ERRATA_URL`.
       */
      allowedHosts: [...new Set([...read.ERRATA_ALLOWED_HOSTS, ...listening, ...publicHost])],
      url: `http://${connectableHost(read.ERRATA_HOST)}:${read.ERRATA_PORT}`,
      /** Nothing but `ERRATA_BEHIND_PROXY` lets it listen on its address: deprecated. */
      isOpenedByProxy:
        !onLoopback && read.ERRATA_LOGIN === 'none' && !read.ERRATA_TRUSTED_NETWORK && read.ERRATA_BEHIND_PROXY > 0,
      /** The address that readers type, for links in messages and for the identity provider: `ERRATA_URL`. No final slash. */
      publicUrl: read.ERRATA_URL ?? `http://${connectableHost(read.ERRATA_HOST)}:${read.ERRATA_PORT}`,
    },
    login: {
      /** How readers prove who they are; `none`: whoever reaches the desk may do everything. */
      mode: read.ERRATA_LOGIN,
      /** The newest first; empty to use the one in the data folder. */
      secretKeys: read.ERRATA_SECRET_KEY ?? [],
      /** With which commands ask a desk elsewhere; '' for none. */
      token: read.ERRATA_TOKEN,
      /** An administrator who exists from the first start; '' for none. */
      admin: { email: read.ERRATA_ADMIN_EMAIL, passwordFile: read.ERRATA_ADMIN_PASSWORD_FILE },
      /** Groups of the provider or proxy whose members have the role; `*` is everybody. */
      groups: {
        admin: read.ERRATA_ADMIN_GROUPS,
        triager: read.ERRATA_TRIAGER_GROUPS,
        viewer: read.ERRATA_VIEWER_GROUPS,
      },
      oidc: {
        issuer: read.ERRATA_OIDC_ISSUER ?? '',
        clientId: read.ERRATA_OIDC_CLIENT_ID,
        clientSecret: read.ERRATA_OIDC_CLIENT_SECRET,
        scopes: read.ERRATA_OIDC_SCOPES,
        /** The claim with the groups; dots lead into objects. */
        groupsClaim: read.ERRATA_OIDC_GROUPS_CLAIM,
      },
      proxy: {
        /** Addresses, networks (CIDR) and `unix:` sockets from which headers are believed. */
        addresses: read.ERRATA_PROXY_ADDRESSES,
        /** Lower case. */
        headers: {
          user: read.ERRATA_PROXY_USER_HEADER,
          email: read.ERRATA_PROXY_EMAIL_HEADER,
          groups: read.ERRATA_PROXY_GROUPS_HEADER,
        },
        /** A signed token in place of trusted addresses; `undefined` for none. */
        jwt:
          read.ERRATA_PROXY_JWT_HEADER === undefined
            ? undefined
            : {
                header: read.ERRATA_PROXY_JWT_HEADER,
                jwksUrl: read.ERRATA_PROXY_JWKS_URL ?? '',
                issuer: read.ERRATA_PROXY_JWT_ISSUER,
                audience: read.ERRATA_PROXY_JWT_AUDIENCE,
              },
      },
    },
    otlp: {
      /** Address on which the Collector listens for senders. */
      host: read.ERRATA_OTLP_HOST,
      /** Address on which it listens for the relay, which is asked for no token. */
      browserHost: read.ERRATA_OTLP_BROWSER_HOST,
      /** Absolute path of the file with senders' tokens; '' if they need none. */
      tokensFile: asksForTokens ? fromRoot(read.ERRATA_OTLP_TOKENS) : '',
      /** Absolute paths of PEM files; `undefined` if the receiver has no TLS. */
      tls:
        read.ERRATA_OTLP_TLS_CERT === ''
          ? undefined
          : { certFile: fromRoot(read.ERRATA_OTLP_TLS_CERT), keyFile: fromRoot(read.ERRATA_OTLP_TLS_KEY) },
      /** Tokens cross the network unencrypted, unless a proxy has TLS. */
      sendsTokensInClear: isOtlpOpen && asksForTokens && read.ERRATA_OTLP_TLS_CERT === '',
      grpcPort: read.ERRATA_OTLP_GRPC_PORT,
      httpPort: read.ERRATA_OTLP_HTTP_PORT,
      browserPort: read.ERRATA_OTLP_BROWSER_PORT,
      /** The gRPC receiver as seen from this machine: host:port. */
      grpcAddress: `${otlpHost}:${read.ERRATA_OTLP_GRPC_PORT}`,
      /** OTLP endpoint for the app's own telemetry. */
      url: read.ERRATA_OTLP_URL ?? `http://${otlpHost}:${read.ERRATA_OTLP_HTTP_PORT}`,
      /** OTLP endpoint to which the relay forwards browsers' telemetry. */
      browserUrl:
        read.ERRATA_OTLP_BROWSER_URL ??
        `http://${connectableHost(read.ERRATA_OTLP_BROWSER_HOST)}:${read.ERRATA_OTLP_BROWSER_PORT}`,
    },
    engine: {
      host: read.ERRATA_ENGINE_HOST,
      port: read.ERRATA_ENGINE_PORT,
      /** 0 if the native protocol is off. */
      nativePort: read.ERRATA_ENGINE_NATIVE_PORT,
      /** Backs up the database before its schema is upgraded. */
      backsUpBeforeUpgrade: read.ERRATA_UPGRADE_BACKUP,
      /** One of those in engine/arguments.ts. */
      sandbox: read.ERRATA_ENGINE_SANDBOX ?? (isLoopback(read.ERRATA_ENGINE_HOST) ? 'auto' : 'required'),
    },
    clickhouse: {
      url: read.CLICKHOUSE_URL ?? `http://${connectableHost(read.ERRATA_ENGINE_HOST)}:${read.ERRATA_ENGINE_PORT}`,
      /** The app's, and of others that have none of their own. */
      user: read.CLICKHOUSE_USER,
      password: read.CLICKHOUSE_PASSWORD,
      collector: loginOf(read, read.ERRATA_CLICKHOUSE_COLLECTOR_USER, read.ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD),
      /** Creates and upgrades the tables. */
      schema: loginOf(read, read.ERRATA_CLICKHOUSE_SCHEMA_USER, read.ERRATA_CLICKHOUSE_SCHEMA_PASSWORD),
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
      healthHost: read.ERRATA_OTELCOL_HEALTH_HOST,
      healthPort: read.ERRATA_OTELCOL_HEALTH_PORT,
      healthUrl: `http://${connectableHost(read.ERRATA_OTELCOL_HEALTH_HOST)}:${read.ERRATA_OTELCOL_HEALTH_PORT}`,
      metricsHost: read.ERRATA_OTELCOL_METRICS_HOST,
      metricsPort: read.ERRATA_OTELCOL_METRICS_PORT,
      metricsUrl: `http://${connectableHost(read.ERRATA_OTELCOL_METRICS_HOST)}:${read.ERRATA_OTELCOL_METRICS_PORT}/metrics`,
      /** The size of the queue of each signal, in bytes. */
      queueBytes: read.ERRATA_QUEUE_MIB * 2 ** 20,
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
    alerts: {
      /** True if this process evaluates rules and sends what they tell. */
      isOn: read.ERRATA_ALERTS,
      /** Host names, addresses and networks (CIDR) that channels may reach though they are not on the internet. */
      allow: read.ERRATA_ALERT_ALLOW,
      mail: {
        /** Address of the mail server, with user name and password; '' if no e-mail is sent. */
        url: read.ERRATA_SMTP_URL,
        /** The sender's address, perhaps with a name. */
        from: read.ERRATA_MAIL_FROM,
        /** True if a password is sent over TLS or not at all. */
        needsTls:
          !read.ERRATA_TRUSTED_NETWORK &&
          !isLoopback(URL.parse(read.ERRATA_SMTP_URL)?.hostname.replace(/^\[|\]$/g, '') ?? ''),
      },
      /** Address that is told when the database or the pipeline is away; '' for none. */
      emergencyUrl: read.ERRATA_ALERT_URL,
      /** Address that is requested each minute while all is well; '' for none. */
      heartbeatUrl: read.ERRATA_ALERT_HEARTBEAT_URL,
    },
    /** Address of a page that makes a ticket, with places for what it is about; '' for none. */
    trackerUrl: read.ERRATA_TRACKER_URL,
    /** True if agents may change issues over HTTP. */
    agentsMayWrite: read.ERRATA_MCP_WRITES,
    /** Whether the app sends canaries to check that telemetry arrives. */
    canary: read.ERRATA_CANARY,
    service: { name: read.OTEL_SERVICE_NAME, version: read.ERRATA_RELEASE, environment: read.ERRATA_ENVIRONMENT },
    /** Absolute. */
    dataDir: fromRoot(read.ERRATA_DATA_DIR),
  }
}

/** Reports an invalid setting by its name and value. */
function fault(what: string) {
  return {
    error: ({ path, input }: z.core.$ZodRawIssue) => {
      const [name, value] = [String(path?.[0]), String(input)]
      return `${name}=${value} ${explainServiceLink(name, value) ?? what}`
    },
  }
}

/**
 * Kubernetes tells pods of each Service of their namespace: of one named errata by ERRATA_PORT.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
function explainServiceLink(name: string, value: string): string | undefined {
  if (!/^(tcp|udp|sctp):\/\//.test(value) || !name.endsWith('_PORT')) return undefined
  const service = name.slice(0, -'_PORT'.length).toLowerCase().replaceAll('_', '-')
  return `is what Kubernetes sets for a Service named ${service}: set enableServiceLinks: false in the pod, or ${name} to a port`
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
  if (!isLoopback(host) && read.ERRATA_LOGIN === 'none' && read.ERRATA_BEHIND_PROXY === 0) {
    faults.push(
      `ERRATA_HOST=${host} is not a loopback address and nobody has to sign in: set ERRATA_LOGIN to password, oidc or proxy, ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  if (!isLoopback(otlpHost) && read.ERRATA_OTLP_TOKENS === '') {
    faults.push(
      `ERRATA_OTLP_HOST=${otlpHost} is not a loopback address and anybody who reaches the Collector can send data of every service: set ERRATA_OTLP_TOKENS to a file with senders' tokens, ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  for (const [setting, whoReaches] of [
    ['ERRATA_OTLP_BROWSER_HOST', 'anybody who reaches it can send data as the browsers of every service'],
    ['ERRATA_OTELCOL_HEALTH_HOST', 'anybody who reaches it can ask for the health of the Collector'],
    ['ERRATA_OTELCOL_METRICS_HOST', 'anybody who reaches it can read the metrics of the Collector'],
  ] as const) {
    if (isLoopback(read[setting])) continue
    faults.push(
      `${setting}=${read[setting]} is not a loopback address and ${whoReaches}: set ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  if (!isLoopback(engineHost) && read.CLICKHOUSE_URL === undefined) {
    faults.push(
      `ERRATA_ENGINE_HOST=${engineHost} is not a loopback address and passwords would cross the network unencrypted: set ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1`,
    )
  }
  return faults
}

function listTlsFaults(read: Settings): string[] {
  const faults: string[] = []
  if ((read.ERRATA_OTLP_TLS_CERT === '') !== (read.ERRATA_OTLP_TLS_KEY === ''))
    faults.push('ERRATA_OTLP_TLS_CERT and ERRATA_OTLP_TLS_KEY belong together: set both or neither')
  if (read.ERRATA_OTLP_TLS_CERT !== '' && !read.ERRATA_OTLP_URL?.startsWith('https://'))
    faults.push(
      'ERRATA_OTLP_TLS_CERT needs ERRATA_OTLP_URL: an https:// address with a name of the certificate, to which Errata sends its own telemetry',
    )
  return faults
}

/** A login of its own, or that of the app. */
function loginOf(read: Settings, user: string, password: string): { user: string; password: string } {
  return user === '' ? { user: read.CLICKHOUSE_USER, password: read.CLICKHOUSE_PASSWORD } : { user, password }
}

function listClickHouseFaults(read: Settings): string[] {
  const users = ['ERRATA_CLICKHOUSE_COLLECTOR', 'ERRATA_CLICKHOUSE_SCHEMA'] as const
  return users
    .filter(name => read[`${name}_USER`] === '' && read[`${name}_PASSWORD`] !== '')
    .map(name => `${name}_PASSWORD needs ${name}_USER: the user whose password it is`)
}

function listMailFaults(read: Settings): string[] {
  if ((read.ERRATA_SMTP_URL === '') === (read.ERRATA_MAIL_FROM === '')) return []
  return ['ERRATA_SMTP_URL and ERRATA_MAIL_FROM belong together: set both or neither']
}

/** What a way to sign in needs. */
function listLoginFaults(read: Settings): string[] {
  const mode = read.ERRATA_LOGIN
  if (mode === 'none') return []
  const faults: string[] = []
  const missing = (setting: string, why: string) => faults.push(`ERRATA_LOGIN=${mode} needs ${setting}: ${why}`)
  if (read.ERRATA_URL === undefined && !isLoopback(read.ERRATA_HOST))
    missing('ERRATA_URL', 'the address that readers type, such as https://errata.example.com')
  const grants = [...read.ERRATA_ADMIN_GROUPS, ...read.ERRATA_TRIAGER_GROUPS, ...read.ERRATA_VIEWER_GROUPS]
  if (mode !== 'password' && grants.length === 0)
    missing(
      'ERRATA_ADMIN_GROUPS, ERRATA_TRIAGER_GROUPS or ERRATA_VIEWER_GROUPS',
      'the groups whose members may sign in, * for everybody',
    )
  if (mode === 'oidc') {
    if (read.ERRATA_OIDC_ISSUER === undefined) missing('ERRATA_OIDC_ISSUER', "the identity provider's address")
    if (!isSafeIssuer(read)) {
      faults.push(
        `ERRATA_OIDC_ISSUER=${read.ERRATA_OIDC_ISSUER} is not https://: whoever is between could sign in as anybody; set ERRATA_TRUSTED_NETWORK=1 if nobody is`,
      )
    }
    if (read.ERRATA_OIDC_CLIENT_ID === '') missing('ERRATA_OIDC_CLIENT_ID', 'as registered with the provider')
  }
  if (mode === 'proxy') {
    if (read.ERRATA_PROXY_ADDRESSES.length === 0 && read.ERRATA_PROXY_JWT_HEADER === undefined)
      missing(
        'ERRATA_PROXY_ADDRESSES or ERRATA_PROXY_JWT_HEADER',
        'anybody could send the headers of the proxy; the addresses from which it connects, or a header with its signed token',
      )
    for (const entry of read.ERRATA_PROXY_ADDRESSES.filter(each => !isProxyAddress(each)))
      faults.push(`ERRATA_PROXY_ADDRESSES contains ${entry}, which is no address, network (10.0.0.0/8) or unix:/path`)
    if (read.ERRATA_PROXY_JWT_HEADER !== undefined && read.ERRATA_PROXY_JWKS_URL === undefined)
      missing('ERRATA_PROXY_JWKS_URL', "the keys that verify the proxy's token")
    if (read.ERRATA_PROXY_JWT_HEADER !== undefined && read.ERRATA_PROXY_JWT_AUDIENCE === '')
      missing('ERRATA_PROXY_JWT_AUDIENCE', 'or a token that was made for another application would open this one')
  }
  if ((read.ERRATA_ADMIN_EMAIL === '') !== (read.ERRATA_ADMIN_PASSWORD_FILE === ''))
    faults.push('ERRATA_ADMIN_EMAIL and ERRATA_ADMIN_PASSWORD_FILE belong together: set both or neither')
  return faults
}

/** What the provider says is believed without further proof only over TLS, on this machine or in a trusted network. */
function isSafeIssuer({ ERRATA_OIDC_ISSUER: issuer, ERRATA_TRUSTED_NETWORK: isTrusted }: Settings): boolean {
  const { protocol = 'https:', hostname = '' } = (issuer === undefined ? undefined : URL.parse(issuer)) ?? {}
  return protocol === 'https:' || isTrusted || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** An IP address, a network in CIDR notation, or `unix:` and the path of a socket. */
const isProxyAddress = (entry: string) => /^unix:\/./.test(entry) || isNetwork(entry)

/** An IP address, or a network in CIDR notation. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
  )
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
