import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Settings {
  /** Options of `startTelemetry`. */
  readonly telemetry: {
    readonly serviceName: string
    readonly otlpUrl: string
    readonly sampleRatio: number
    readonly trustTraceparent: 'same-origin' | 'always'
    readonly trustedProxies?: number
    readonly metricsIntervalMs?: number
    readonly sourceMapsDir?: string
  }
  /** Base URL of a receiver for browsers only; undefined if they use the servers'. */
  readonly browserUrl: string | undefined
  /** Headers for the receiver, such as `authorization`. */
  readonly headers: Readonly<Record<string, string>>
  /** One message for each invalid variable, whose default is used instead. */
  readonly errors: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment variables of a process started with `node --import @errata/otel/register`.
 *
 * The SDK reads others itself, such as `OTEL_RESOURCE_ATTRIBUTES`.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function readSettings(env: Environment, folder = process.cwd()): Settings {
  const errors: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined
  const fallBack = <T>(name: string, expected: string, value: T): T => {
    errors.push(`${name}="${env[name]}" is not ${expected}; ${value ?? 'nothing'} is used instead.`)
    return value
  }
  const url = <T extends string | undefined>(name: string, otherwise: T): string | T => {
    const text = given(name)
    if (text === undefined) return otherwise
    const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    return isUrl ? text.replace(/\/+$/, '') : fallBack(name, 'an http:// or https:// address', otherwise)
  }

  const protocols = ['', 'TRACES_', 'LOGS_', 'METRICS_'].map(signal => `OTEL_EXPORTER_OTLP_${signal}PROTOCOL`)
  for (const name of protocols.filter(name => !httpProtocols.has(given(name)))) {
    errors.push(
      `${name}=${given(name)} is not supported: OTLP is sent over HTTP, so OTEL_EXPORTER_OTLP_ENDPOINT must be the receiver's address for OTLP/HTTP (its port is usually 4318).`,
    )
  }
  const interval = given('OTEL_METRIC_EXPORT_INTERVAL')
  const trust = given('ERRATA_TRUST_TRACEPARENT') ?? 'same-origin'
  const sourceMapsDir = given('ERRATA_SOURCE_MAPS_DIR')
  const proxies = given('ERRATA_TRUSTED_PROXIES')
  const trustedProxies =
    proxies === undefined || /^\d{1,2}$/.test(proxies)
      ? proxies
      : fallBack('ERRATA_TRUSTED_PROXIES', 'a number of proxies', undefined)
  return {
    telemetry: {
      serviceName: given('OTEL_SERVICE_NAME') ?? serviceOf(given('OTEL_RESOURCE_ATTRIBUTES')) ?? packageName(folder),
      otlpUrl: url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318'),
      sampleRatio: readRatio(given('OTEL_TRACES_SAMPLER'), given('OTEL_TRACES_SAMPLER_ARG'), fallBack),
      trustTraceparent:
        trust === 'same-origin' || trust === 'always'
          ? trust
          : fallBack('ERRATA_TRUST_TRACEPARENT', 'same-origin or always', 'same-origin'),
      ...(sourceMapsDir !== undefined && { sourceMapsDir }),
      ...(trustedProxies !== undefined && { trustedProxies: Number(trustedProxies) }),
      ...(interval !== undefined && {
        metricsIntervalMs:
          /^\d+$/.test(interval) && Number(interval) > 0
            ? Number(interval)
            : fallBack('OTEL_METRIC_EXPORT_INTERVAL', 'a number of milliseconds', 15_000),
      }),
    },
    browserUrl: url('ERRATA_OTLP_BROWSER_URL', undefined),
    headers: Object.fromEntries(parsePairs(given('OTEL_EXPORTER_OTLP_HEADERS'))),
    errors,
  }
}

/** A receiver of OTLP/HTTP takes JSON, which we send, as well as protobuf. */
const httpProtocols = new Set([undefined, 'http/json', 'http/protobuf'])

/** Parents decide according to `trustTraceparent`, so both spellings of a sampler mean the same here. */
function readRatio(
  sampler: string | undefined,
  argument: string | undefined,
  fallBack: (name: string, expected: string, value: number) => number,
): number {
  switch (sampler?.replace(/^parentbased_/, '')) {
    case undefined:
    case 'always_on':
      return 1
    case 'always_off':
      return 0
    case 'traceidratio': {
      const ratio = Number(argument ?? 1)
      return ratio >= 0 && ratio <= 1 ? ratio : fallBack('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', 1)
    }
    default:
      return fallBack('OTEL_TRACES_SAMPLER', 'always_on, always_off or traceidratio', 1)
  }
}

const serviceOf = (attributes: string | undefined) =>
  parsePairs(attributes).findLast(([name]) => name === 'service.name')?.[1]

/** @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables */
function parsePairs(text = ''): (readonly [string, string])[] {
  return text.split(',').flatMap(pair => {
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? []
    return name === '' || value.trim() === '' ? [] : [[name, decodeOrKeep(value.trim())] as const]
  })
}

function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // not percent-encoded: used as it is
  }
}

function packageName(folder: string): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (typeof manifest === 'object' && manifest && 'name' in manifest && typeof manifest.name === 'string') {
      return manifest.name
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return 'unknown_service:node'
}
