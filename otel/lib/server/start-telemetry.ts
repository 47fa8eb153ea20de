import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { type Attributes, type Counter, DiagLogLevel, diag, metrics, trace } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
  ATTR_TELEMETRY_DISTRO_NAME,
  ATTR_TELEMETRY_DISTRO_VERSION,
} from '@opentelemetry/semantic-conventions'
import { instrumentationScope } from '../instrumentation-scope.ts'
import { processTelemetry, setRuntime, type TelemetryRuntime } from '../runtime.ts'
import { ATTR_DEPLOYMENT_ENVIRONMENT_NAME } from '../semconv.ts'
import { waitFor } from '../wait-for.ts'
import { isDisabled } from './environment/is-disabled.ts'
import { findServerBuild, readRelease } from './environment/read-release.ts'
import { watchFatalErrors } from './errors/fatal-errors.ts'
import { exceptionRecorder } from './errors/record-exception.ts'
import { reasonOf } from './export/export-failure.ts'
import { ExportQueue } from './export/export-queue.ts'
import { MetricExporter } from './export/metric-exporter.ts'
import { createLossRecorder } from './export/record-loss.ts'
import { reportCounts } from './export/report-counts.ts'
import { joinProcessors, queueSpans } from './export/span-processor.ts'
import { chooseInstrumentations, hookEsModules } from './instrumentations.ts'
import { gatherLines, guardOutput } from './logs/log-output.ts'
import { processLogs } from './logs/log-processor.ts'
import { createLoggers, type Logger } from './logs/logger.ts'
import { isOtherSdkStarted } from './other-sdk.ts'
import { knownResourceOf } from './relay/known-resource.ts'
import { type KnownResource, type RequestTelemetry, setRequestTelemetry } from './requests/request-telemetry.ts'
import { documentTraceparent, transactionOf } from './requests/transaction.ts'
import { TransactionProcessor, type TransactionProcessorOptions } from './requests/transaction-processor.ts'
import { safeProcessDetector } from './safe-process-detector.ts'
import { samplerOf } from './sampler.ts'
import { randomIds } from './sdk/random-ids.ts'
import { startSdk } from './sdk.ts'
import { unmappedRecorder } from './stacks/record-unmapped.ts'
import { processMapper, stackMapper } from './stacks/stack-mapper.ts'
import { supportNewerApi } from './support-newer-api.ts'
import type { TelemetryOptions } from './telemetry-options.ts'
import { warn } from './warn.ts'

export interface Telemetry {
  /** Structured; each line is written to stdout as JSON and sent over OTLP, with trace and span id. */
  readonly logger: Logger
  /** Sends what is queued, waiting at most `deadlineMs`. Never rejects. */
  flush(deadlineMs: number): Promise<void>
  /** Sends what is queued, waiting at most `deadlineMs`, and stops. Never rejects. */
  shutdown(deadlineMs: number): Promise<void>
}

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpserverrequestduration */
const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

type StartedTelemetry = Telemetry & { readonly options: TelemetryOptions }

const sharedTelemetry = processTelemetry<StartedTelemetry>()

/**
 * Starts traces, logs and metrics of this process. Call it once, from a module loaded by `node --import` before the app. Disabled by
 * `OTEL_SDK_DISABLED=true`, and if another OpenTelemetry SDK was started first: the logger then only writes to its output.
 *
 * @throws {Error} If it was started already.
 */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  if (sharedTelemetry.get() !== undefined) throw new Error('startTelemetry was called twice in one process')
  const isOff = isDisabled() || isOtherSdkStarted()
  if (isOff && !isDisabled()) {
    warn(
      'another OpenTelemetry SDK has started before it in this process, so what this one knows of routes and errors goes through that: put errataSpanProcessor and errataLogProcessor into it for the rest.',
    )
  }
  const telemetry = { ...(isOff ? withoutTelemetry(options) : start(options)), options }
  sharedTelemetry.set(telemetry)
  return telemetry
}

/** The telemetry that was started in this process, with its options; undefined if none was. */
export const startedTelemetry = sharedTelemetry.get

function withoutTelemetry({ serviceName, logLevel, logOutput }: TelemetryOptions): Telemetry {
  const output = guardOutput(logOutput ?? gatherLines(process.stdout))
  const { logger } = createLoggers({ serviceName, level: logLevel ?? 'info', output })
  const flush = async () => output.flush()
  return { logger, flush, shutdown: flush }
}

function start(options: TelemetryOptions): Telemetry {
  hookEsModules()
  const { logger, local } = createLoggers({
    serviceName: options.serviceName,
    level: options.logLevel ?? 'info',
    output: guardOutput(options.logOutput ?? gatherLines(process.stdout)),
    send: line => logs.add(line),
  })
  diag.setLogger(createDiagLogger(local), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })

  const known = declaredAttributes(options)
  const resource = resourceOf(options.serviceName, known)
  const { otlpUrl, otlpHeaders: headers, beforeSendSpan, beforeSendLog } = options
  const exportTo = (path: string) => ({ url: `${otlpUrl}/v1/${path}`, ...(headers !== undefined && { headers }) })
  const recordLoss = createLossRecorder(instrumentationScope)
  const spanQueue = new ExportQueue('traces', new OTLPTraceExporter(exportTo('traces')), recordLoss)
  const logQueue = new ExportQueue('logs', new OTLPLogExporter(exportTo('logs')), recordLoss)
  const { recordException, recordLogged } = exceptionRecorder(
    instrumentationScope,
    (level, { type, message, stacktrace }, fields) =>
      local[level]({ ...fields, err: { type, message, stack: stacktrace } }, `${type}: ${message}`),
  )
  const mapper = stackMapper({
    archive: mapsFolder(options.sourceMapsDir),
    deadlineMs: options.mappingDeadlineMs,
    recordUnmapped: unmappedRecorder(instrumentationScope),
  })
  processMapper.set(mapper)
  const logs = processLogs({
    queue: logQueue,
    resource,
    scope: instrumentationScope,
    beforeSend: beforeSendLog,
    recordLoss,
    recordLogged,
    mapper,
  })
  const sent = joinProcessors([...(options.spanProcessors ?? []), queueSpans(spanQueue)])
  const processor = new TransactionProcessor(sent, {
    beforeSend: beforeSendSpan,
    recordLoss,
    recordUnannotated: createUnannotatedCounter(),
  })
  const sdk = startSdk({
    resource,
    sampler: samplerOf(options),
    idGenerator: randomIds,
    spanProcessor: processor,
    logRecordProcessor: logs,
    metricReader: new PeriodicExportingMetricReader({
      exporter: new MetricExporter(exportTo('metrics')),
      exportIntervalMillis: options.metricsIntervalMs ?? 15_000,
    }),
    instrumentations: chooseInstrumentations(options.instrumentations?.flat()),
    propagators: options.propagators,
  })
  supportNewerApi()
  reportCounts(instrumentationScope, { traces: spanQueue.counts, logs: logQueue.counts })

  const runtime: TelemetryRuntime = {
    tracer: trace.getTracerProvider().getTracer(instrumentationScope.name, instrumentationScope.version, {
      schemaUrl: instrumentationScope.schemaUrl,
    }),
    recordException,
    hasRelease: known[ATTR_SERVICE_VERSION] !== undefined,
    prerendered: new Map(),
    transactionOf,
    documentTraceparent,
  }
  setRuntime(runtime)
  setRequestTelemetry(requestTelemetryOf(options, processor, knownResourceOf(known)))
  const telemetry: Telemetry = {
    logger,
    flush: deadlineMs => awaitUpTo(deadlineMs, Promise.all([processor.forceFlush(), logs.forceFlush()])),
    shutdown: deadlineMs => awaitUpTo(deadlineMs, sdk.shutdown()),
  }
  watchFatalErrors(runtime, telemetry.shutdown, options.fatalDeadlineMs ?? 2_000)
  return telemetry
}

/**
 * The telemetry that was started in this process.
 *
 * @throws {Error} If `startTelemetry` has not run: the app was not started with `node --import ./instrument.ts`.
 */
export function getTelemetry(): Telemetry {
  const telemetry = sharedTelemetry.get()
  if (telemetry === undefined) {
    throw new Error('telemetry is not started: load the module that calls startTelemetry with node --import')
  }
  return telemetry
}

function createUnannotatedCounter(): TransactionProcessorOptions['recordUnannotated'] {
  let unannotated: Counter | undefined
  return (count, reason) => {
    unannotated ??= metrics
      .getMeter(instrumentationScope.name, instrumentationScope.version)
      .createCounter('errata.transaction.unstamped_spans', {
        unit: '{span}',
        description: 'Spans sent without route and status, because a bound of what is held was exceeded.',
      })
    unannotated.add(count, { reason })
  }
}

function createRelayCounter(): RequestTelemetry['countRelayed'] {
  let relayed: Counter | undefined
  return (signal, statusCode) => {
    relayed ??= metrics
      .getMeter(instrumentationScope.name, instrumentationScope.version)
      .createCounter('errata.relay.requests', {
        unit: '{request}',
        description: 'Requests of browsers, by response status.',
      })
    relayed.add(1, { signal, [ATTR_HTTP_RESPONSE_STATUS_CODE]: statusCode })
  }
}

/** Beside the server's build, where the Vite plugin writes it. */
export function mapsFolder(given: string | undefined): string {
  if (given !== undefined) return resolve(given)
  const build = findServerBuild()
  return build === undefined ? resolve('build/maps') : join(dirname(build), 'maps')
}

/**
 * The given attributes, and those of the environment (`OTEL_RESOURCE_ATTRIBUTES`), which take precedence. The whole resource cannot be read
 * before the host's id is known.
 */
function declaredAttributes({ serviceVersion = readRelease(), environment }: TelemetryOptions): Attributes {
  return {
    ...(serviceVersion !== '' && { [ATTR_SERVICE_VERSION]: serviceVersion }),
    ...(environment !== undefined && { [ATTR_DEPLOYMENT_ENVIRONMENT_NAME]: environment }),
    ...detectResources({ detectors: [envDetector] }).attributes,
  }
}

function resourceOf(serviceName: string, declared: Attributes): Resource {
  return defaultResource()
    .merge(resourceFromAttributes(declared))
    .merge(detectResources({ detectors: [hostDetector, safeProcessDetector] }))
    .merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: serviceName,
        [ATTR_SERVICE_INSTANCE_ID]: declared[ATTR_SERVICE_INSTANCE_ID] ?? randomUUID(),
        [ATTR_TELEMETRY_DISTRO_NAME]: instrumentationScope.name,
        [ATTR_TELEMETRY_DISTRO_VERSION]: instrumentationScope.version,
      }),
    )
}

function requestTelemetryOf(
  options: TelemetryOptions,
  processor: TransactionProcessor,
  knownResource: KnownResource,
): RequestTelemetry {
  const duration = metrics
    .getMeter(instrumentationScope.name, instrumentationScope.version)
    .createHistogram('http.server.request.duration', {
      unit: 's',
      description: 'Duration of HTTP server requests.',
      advice: { explicitBucketBoundaries: durationBucketsSeconds },
    })
  return {
    tracer: trace.getTracerProvider().getTracer(instrumentationScope.name, instrumentationScope.version, {
      schemaUrl: instrumentationScope.schemaUrl,
    }),
    processor,
    usesOtherSdk: false,
    knownResource,
    trustTraceparent: options.trustTraceparent ?? 'same-origin',
    allowedParams: options.allowedParams ?? [],
    trustedProxies: options.trustedProxies,
    ignoredPrefixes: [],
    consent: options.consent ?? (() => true),
    countRelayed: createRelayCounter(),
    recordDuration: (attributes, { startedMs }) => duration.record((performance.now() - startedMs) / 1_000, attributes),
  }
}

async function awaitUpTo(deadlineMs: number, sending: Promise<unknown>): Promise<void> {
  const done = sending.catch((error: unknown) => diag.error('telemetry was not sent in full', error))
  await waitFor(done, deadlineMs)
}

/** Messages of the SDK, such as an unavailable Collector, once a minute each. */
function createDiagLogger(local: Logger) {
  const lastMs = new Map<string, number>()
  const log =
    (level: 'warn' | 'error') =>
    (message: string, ...details: unknown[]) => {
      const nowMs = performance.now()
      if (nowMs - (lastMs.get(message) ?? -60_000) < 60_000) return
      if (lastMs.size > 100) lastMs.clear()
      lastMs.set(message, nowMs)
      local[level]({ details: details.map(detail => (detail instanceof Error ? reasonOf(detail) : detail)) }, message)
    }
  const nothing = () => {}
  return { error: log('error'), warn: log('warn'), info: nothing, debug: nothing, verbose: nothing }
}
