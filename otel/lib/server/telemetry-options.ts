import type { IncomingMessage } from 'node:http'
import type { TextMapPropagator } from '@opentelemetry/api'
import type { Instrumentation } from '@opentelemetry/instrumentation'
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { LogOutput } from './logs/log-output.ts'
import type { LogFilter } from './logs/log-processor.ts'
import type { LogLevel } from './logs/logger.ts'
import type { TraceparentTrust } from './requests/trace-parent.ts'
import type { SpanFilter } from './requests/transaction-processor.ts'

export interface TelemetryOptions {
  readonly serviceName: string
  /** The release. '' omits `service.version`. Default: that of the Vite plugin, from the file beside the server's build. */
  readonly serviceVersion?: string
  /** Folder of the source maps that the Vite plugin wrote. Default `maps` beside the server's build, else `build/maps` below the working folder. */
  readonly sourceMapsDir?: string
  /** Milliseconds that an exception waits for its stack to be mapped; then it is sent as it is. Default 5000. */
  readonly mappingDeadlineMs?: number
  /** `deployment.environment.name`. Omitted by default. */
  readonly environment?: string | undefined
  /** Base URL of an OTLP/HTTP receiver; `/v1/traces` and so on are added. */
  readonly otlpUrl: string
  /**
   * Headers of each export, besides those of `OTEL_EXPORTER_OTLP_HEADERS`; asked for before each, for tokens that change. An export fails if
   * it throws. Default: none.
   */
  readonly otlpHeaders?: () => Promise<Record<string, string>>
  /** Whose `traceparent` is continued. Default `same-origin`; use `always` behind your own services. */
  readonly trustTraceparent?: TraceparentTrust
  /**
   * Number of proxies in front of the server, 0 for none. If it is given, `client.address` is stored with consent, and the address comes from
   * `X-Forwarded-For`, for the relay's limits too; `server.address` from `X-Forwarded-Host`. Default: no client address is stored.
   */
  readonly trustedProxies?: number | undefined
  /** Share of traces kept, 0 to 1, by trace id. Default 1. Logs, so errors, are always kept. */
  readonly sampleRatio?: number
  /** Query parameters whose values may be stored. Default: none, values are replaced by `REDACTED`. */
  readonly allowedParams?: readonly string[]
  /** Least level of the logger. Default `info`. */
  readonly logLevel?: LogLevel
  /** Where log lines go. Default standard output. */
  readonly logOutput?: LogOutput
  /** Interval between exports of metrics, milliseconds. Default 15000. */
  readonly metricsIntervalMs?: number
  /** Milliseconds for sending what is queued after an uncaught error. Default 2000. */
  readonly fatalDeadlineMs?: number
  /** Whether the visitor agreed to be recognised. Without it no `user.id`, `user_agent.original` and `client.address` is stored. Default: true. */
  readonly consent?: (req: IncomingMessage) => boolean
  /**
   * Called last for each span; may change its attributes; false drops it, as does an exception, which is counted. Default: all are sent.
   */
  readonly beforeSendSpan?: SpanFilter
  /**
   * Called last for each log record, including exceptions; may change its attributes; false drops it, as does an exception, which is
   * counted. Default: all are sent.
   */
  readonly beforeSendLog?: LogFilter
  /** Additional instrumentations; one of the stock ones replaces it, with its own configuration. */
  readonly instrumentations?: readonly (Instrumentation | readonly Instrumentation[])[]
  /**
   * `onStart` is called at each span's start, `onEnd` when it is sent: with the transaction's attributes, after `beforeSendSpan`. `onEnd`
   * is not called for spans that are not sent.
   */
  readonly spanProcessors?: readonly SpanProcessor[]
  /**
   * How the trace is propagated to what the app calls and, with `trustTraceparent: 'always'`, read from its callers. Default:
   * `OTEL_PROPAGATORS`, else `tracecontext,baggage`.
   */
  readonly propagators?: readonly TextMapPropagator[]
}
