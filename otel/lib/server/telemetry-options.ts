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
  /** The release. '' leaves `service.version` out. Default: what the Vite plugin wrote beside the server's build, if that is found. */
  readonly serviceVersion?: string
  /** Folder of the source maps that the Vite plugin wrote. Default `maps` beside the server's build, else `build/maps` below the working folder. */
  readonly sourceMapsDir?: string
  /** Milliseconds that an exception may wait for its stack to be mapped; then it goes on as it is. Default 5000. */
  readonly mappingDeadlineMs?: number
  /** `deployment.environment.name`. Left out where not given. */
  readonly environment?: string | undefined
  /** Base address of an OTLP/HTTP receiver; `/v1/traces` and the like are added. */
  readonly otlpUrl: string
  /** Whose `traceparent` is continued. Default `same-origin`; `always` behind other services of one's own. */
  readonly trustTraceparent?: TraceparentTrust
  /**
   * Number of proxies in front of the server, 0 for none. If it is given, `client.address` is stored with consent, and the address comes from
   * `X-Forwarded-For`, for the relay's limits too; `server.address` from `X-Forwarded-Host`. Default: no client address is stored.
   */
  readonly trustedProxies?: number | undefined
  /** Share of traces kept, 0 to 1, by trace id. Default 1. Logs, so errors, are always kept. */
  readonly sampleRatio?: number
  /** Query parameters whose values may be stored. Default none: values are replaced by `REDACTED`. */
  readonly allowedParams?: readonly string[]
  /** Least level of the logger. Default `info`. */
  readonly logLevel?: LogLevel
  /** Where log lines go. Default standard output. */
  readonly logOutput?: LogOutput
  /** Milliseconds between two exports of metrics. Default 15000. */
  readonly metricsIntervalMs?: number
  /** Milliseconds that an uncaught error leaves for sending what is queued. Default 2000. */
  readonly fatalDeadlineMs?: number
  /** Whether the visitor agreed to be recognised. Without it no `user.id`, `user_agent.original` and `client.address` is stored. Default: true. */
  readonly consent?: (req: IncomingMessage) => boolean
  /** Sees each span last; may change its attributes; false keeps it from being sent, and so does a throw, which is counted. Default: all are sent. */
  readonly beforeSendSpan?: SpanFilter
  /** Sees each log record, so each exception, last; may change its attributes; false keeps it from being sent, and so does a throw, which is counted. Default: all are sent. */
  readonly beforeSendLog?: LogFilter
  /** Besides the stock ones; one of these that is given takes the place of the stock one, configured as it is. */
  readonly instrumentations?: readonly (Instrumentation | readonly Instrumentation[])[]
  /**
   * `onStart` is called at each span's start, `onEnd` when it is sent: with the transaction's attributes, after `beforeSendSpan`. `onEnd` is not
   * called for spans that are not sent.
   */
  readonly spanProcessors?: readonly SpanProcessor[]
  /**
   * How the trace is passed on to what the app calls, and, where `trustTraceparent` is `always`, read from its callers. Default:
   * `OTEL_PROPAGATORS`, else `tracecontext,baggage`.
   */
  readonly propagators?: readonly TextMapPropagator[]
}
