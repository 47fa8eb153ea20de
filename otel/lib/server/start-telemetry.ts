import type { IncomingMessage } from 'node:http'
import { DiagLogLevel, diag, metrics, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { NodeSDK } from '@opentelemetry/sdk-node'
import {
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import type { Logger } from 'pino'
import { processWide } from '../process-wide.ts'
import { getRuntime, type Runtime, setRuntime } from '../runtime.ts'
import { ATTR_DEPLOYMENT_ENVIRONMENT_NAME } from '../semconv.ts'
import { watchFatalErrors } from './fatal-errors.ts'
import { hookEsModules, outgoingInstrumentations } from './instrumentations.ts'
import { gatherLines, guardOutput, type LogOutput } from './log-output.ts'
import { type LogFilter, LogQueue } from './log-queue.ts'
import { createLoggers } from './logger.ts'
import { OtlpQueue } from './otlp-queue.ts'
import { quietProcessDetector } from './quiet-process-detector.ts'
import { readRelease } from './read-release.ts'
import { exceptionRecorder } from './record-exception.ts'
import { type RequestTelemetry, setRequestTelemetry } from './request-telemetry.ts'
import { SpanQueue } from './span-queue.ts'
import type { TraceparentTrust } from './trace-parent.ts'
import { transactionOf } from './transaction.ts'
import { defaultHoldBounds, type SpanFilter, TransactionProcessor } from './transaction-processor.ts'

export interface TelemetryOptions {
  readonly serviceName: string
  /** The release. '' leaves `service.version` out. Default: what the Vite plugin wrote into `build/server`, if that is there. */
  readonly serviceVersion?: string
  /** `deployment.environment.name`. Left out where not given. */
  readonly environment?: string | undefined
  /** Base address of an OTLP/HTTP receiver; `/v1/traces` and the like are added. */
  readonly otlpUrl: string
  /** Whose `traceparent` is continued. Default `same-origin`; `always` behind other services of one's own. */
  readonly trustTraceparent?: TraceparentTrust
  /** Share of traces kept, 0 to 1, by trace id. Default 1. Logs, so errors, are always kept. */
  readonly sampleRatio?: number
  /** Query parameters whose values may be stored. Default none: values are replaced by `REDACTED`. */
  readonly allowedParams?: readonly string[]
  /** Least level of the logger. Default `info`. */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
  /** Where log lines go. Default standard output. */
  readonly logOutput?: LogOutput
  /** Milliseconds between two exports of metrics. Default 15000. */
  readonly metricsIntervalMs?: number
  /** Milliseconds that an uncaught error leaves for sending what is queued. Default 2000. */
  readonly fatalDeadlineMs?: number
  /** Whether the visitor agreed to be recognised. Without it no `user.id` and no `user_agent.original` is stored. Default: true. */
  readonly consent?: (req: IncomingMessage) => boolean
  /** Sees each span last; may change its attributes; false keeps it from being sent. Default: all are sent. */
  readonly beforeSendSpan?: SpanFilter
  /** Sees each log record, so each exception, last; may change its attributes; false keeps it from being sent. Default: all are sent. */
  readonly beforeSendLog?: LogFilter
}

export interface Telemetry {
  /** Structured; each line goes to standard output as JSON and over OTLP, with trace and span id. */
  readonly logger: Logger
  /** Sends what is queued, waiting at most `deadlineMs`, and stops. Never rejects. */
  shutdown(deadlineMs: number): Promise<void>
}

/** Name and version of the instrumentation scope of everything this package makes itself. */
const scope = { name: '@errata/otel', version: '0.1.0' } as const

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpserverrequestduration */
const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

const started = processWide<Telemetry>('telemetry', 'shutdown')

/**
 * Starts traces, logs and metrics of this process. Call once, from a module loaded by `node --import` before the app.
 *
 * @throws {Error} When it was started already.
 */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  if (getRuntime() !== undefined) throw new Error('startTelemetry was called twice in one process')
  hookEsModules()
  const { logger, local } = createLoggers({
    serviceName: options.serviceName,
    level: options.logLevel ?? 'info',
    output: guardOutput(options.logOutput ?? gatherLines(process.stdout)),
    send: line => logQueue.add(line),
  })
  diag.setLogger(diagnosticsTo(local), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })

  const resource = resourceOf(options)
  const queues = { spans: new OtlpQueue('traces', options.otlpUrl), logs: new OtlpQueue('logs', options.otlpUrl) }
  const logQueue = new LogQueue(queues.logs, resource, scope, options.beforeSendLog)
  const processor = new TransactionProcessor(new SpanQueue(queues.spans), defaultHoldBounds, options.beforeSendSpan)
  const sdk = new NodeSDK({
    resource,
    autoDetectResources: false,
    sampler: samplerOf(options),
    spanProcessors: [processor],
    logRecordProcessors: [logQueue],
    metricReaders: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${options.otlpUrl}/v1/metrics` }),
        exportIntervalMillis: options.metricsIntervalMs ?? 15_000,
      }),
    ],
    instrumentations: outgoingInstrumentations(),
  })
  sdk.start()

  const meter = metrics.getMeter(scope.name, scope.version)
  processor.unstamped = meter.createCounter('errata.transaction.unstamped_spans', {
    unit: '{span}',
    description: 'Spans sent without route and status, because a bound of what is held was exceeded.',
  })
  const dropped = meter.createCounter('errata.telemetry.dropped_records', {
    unit: '{record}',
    description: 'Spans and log records that could not be sent.',
  })
  queues.spans.dropped = dropped
  queues.logs.dropped = dropped
  const runtime: Runtime = {
    tracer: trace.getTracer(scope.name, scope.version),
    recordException: exceptionRecorder(scope, (level, { type, message, stacktrace }, fields) =>
      local[level]({ ...fields, err: { type, message, stack: stacktrace } }, `${type}: ${message}`),
    ),
    transactionOf,
  }
  setRuntime(runtime)
  setRequestTelemetry(requestTelemetryOf(options, processor))
  const telemetry: Telemetry = { logger, shutdown: deadlineMs => shutdownWithin(sdk, deadlineMs) }
  watchFatalErrors(runtime, telemetry.shutdown, options.fatalDeadlineMs ?? 2_000)
  started.set(telemetry)
  return telemetry
}

/**
 * The telemetry that was started in this process.
 *
 * @throws {Error} When `startTelemetry` has not run: the app was not started with `node --import ./instrument.ts`.
 */
export function getTelemetry(): Telemetry {
  const telemetry = started.get()
  if (telemetry === undefined) {
    throw new Error('telemetry is not started: load the module that calls startTelemetry with node --import')
  }
  return telemetry
}

/** What the environment says (`OTEL_RESOURCE_ATTRIBUTES`) wins, but for the service's name. */
function resourceOf({ serviceName, serviceVersion = readRelease(), environment }: TelemetryOptions): Resource {
  const told = {
    ...(serviceVersion !== '' && { [ATTR_SERVICE_VERSION]: serviceVersion }),
    ...(environment !== undefined && { [ATTR_DEPLOYMENT_ENVIRONMENT_NAME]: environment }),
  }
  return defaultResource()
    .merge(resourceFromAttributes(told))
    .merge(detectResources({ detectors: [envDetector, hostDetector, quietProcessDetector] }))
    .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: serviceName }))
}

/** By trace id, so that browser and server decide alike. Only a caller that is trusted in everything decides for us. */
function samplerOf({ sampleRatio = 1, trustTraceparent }: TelemetryOptions): Sampler {
  const byTraceId = sampleRatio >= 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(sampleRatio)
  if (trustTraceparent === 'always') return new ParentBasedSampler({ root: byTraceId })
  return new ParentBasedSampler({
    root: byTraceId,
    remoteParentSampled: byTraceId,
    remoteParentNotSampled: byTraceId,
  })
}

function requestTelemetryOf(options: TelemetryOptions, processor: TransactionProcessor): RequestTelemetry {
  const duration = metrics.getMeter(scope.name, scope.version).createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of HTTP server requests.',
    advice: { explicitBucketBoundaries: durationBucketsSeconds },
  })
  return {
    tracer: trace.getTracer(scope.name, scope.version),
    processor,
    trustTraceparent: options.trustTraceparent ?? 'same-origin',
    allowedParams: options.allowedParams ?? [],
    ignoredPrefixes: [],
    consent: options.consent ?? (() => true),
    recordDuration: (attributes, { startedMs }) => duration.record((performance.now() - startedMs) / 1_000, attributes),
  }
}

async function shutdownWithin(sdk: NodeSDK, deadlineMs: number): Promise<void> {
  const deadline = Promise.withResolvers<void>()
  const timer = setTimeout(deadline.resolve, deadlineMs)
  const stopped = sdk.shutdown().catch((error: unknown) => diag.error('telemetry did not stop cleanly', error))
  await Promise.race([stopped, deadline.promise])
  clearTimeout(timer)
}

/** What the SDK complains about, such as a Collector that is away, told once a minute and message. */
function diagnosticsTo(local: Logger) {
  const toldMs = new Map<string, number>()
  const tell =
    (level: 'warn' | 'error') =>
    (message: string, ...details: unknown[]) => {
      const nowMs = performance.now()
      if (nowMs - (toldMs.get(message) ?? -60_000) < 60_000) return
      if (toldMs.size > 100) toldMs.clear()
      toldMs.set(message, nowMs)
      local[level]({ details: details.map(detail => (detail instanceof Error ? detail.message : detail)) }, message)
    }
  const nothing = () => {}
  return { error: tell('error'), warn: tell('warn'), info: nothing, debug: nothing, verbose: nothing }
}
