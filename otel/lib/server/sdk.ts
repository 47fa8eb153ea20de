import { context, metrics, propagation, type TextMapPropagator, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  CompositePropagator,
  getStringListFromEnv,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { type Instrumentation, registerInstrumentations } from '@opentelemetry/instrumentation'
import type { Resource } from '@opentelemetry/resources'
import { LoggerProvider, type LogRecordProcessor } from '@opentelemetry/sdk-logs'
import { type IMetricReader, MeterProvider } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, type IdGenerator, type Sampler, type SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { installedVersion, isNewer } from './installed-version.ts'
import { requireOptional } from './require-optional.ts'
import { setLoggerProvider } from './sdk/logger-of.ts'
import { warn } from './warn.ts'

export interface SdkParts {
  readonly resource: Resource
  readonly sampler: Sampler
  readonly idGenerator: IdGenerator
  readonly spanProcessor: SpanProcessor
  readonly logRecordProcessor: LogRecordProcessor
  readonly metricReader: IMetricReader
  readonly instrumentations: Instrumentation[]
  readonly propagators: readonly TextMapPropagator[] | undefined
}

const sdkName = '@opentelemetry/sdk-node'
/** Before it, the options have other names. Tested: this one and 0.301. */
const oldestSdk = '0.223.0'

interface Sdk {
  shutdown(): Promise<void>
}

/** Starts the app's own `@opentelemetry/sdk-node` where it is installed, which has all propagators and more; else the part of it that is needed here. */
export function startSdk(parts: SdkParts): Sdk {
  const version = installedVersion(sdkName, import.meta.url)
  if (version !== undefined && isNewer(oldestSdk, version)) {
    warn(
      `${sdkName} ${version} is older than ${oldestSdk}, so it is not used, nor what it brings, such as propagators. Update it.`,
    )
    return startSmallSdk(parts)
  }
  const installed = requireOptional<typeof import('@opentelemetry/sdk-node')>(sdkName)
  if (installed === undefined) return startSmallSdk(parts)
  const { resource, sampler, idGenerator, spanProcessor, logRecordProcessor, metricReader, instrumentations } = parts
  const sdk = new installed.NodeSDK({
    resource,
    autoDetectResources: false,
    sampler,
    idGenerator,
    spanProcessors: [spanProcessor],
    logRecordProcessors: [logRecordProcessor],
    metricReaders: [metricReader],
    instrumentations,
    ...(parts.propagators && { textMapPropagator: new CompositePropagator({ propagators: [...parts.propagators] }) }),
  })
  sdk.start()
  return sdk
}

function startSmallSdk(parts: SdkParts): Sdk {
  const { resource, sampler, idGenerator, spanProcessor, logRecordProcessor, metricReader, instrumentations } = parts
  const tracerProvider = new BasicTracerProvider({ resource, sampler, idGenerator, spanProcessors: [spanProcessor] })
  const loggerProvider = new LoggerProvider({ resource, processors: [logRecordProcessor] })
  const meterProvider = new MeterProvider({ resource, readers: [metricReader] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new CompositePropagator({ propagators: [...(parts.propagators ?? propagatorsOf())] }))
  trace.setGlobalTracerProvider(tracerProvider)
  setLoggerProvider(loggerProvider)
  metrics.setGlobalMeterProvider(meterProvider)
  registerInstrumentations({ instrumentations, tracerProvider, loggerProvider, meterProvider })
  return {
    async shutdown() {
      await Promise.all([tracerProvider.shutdown(), loggerProvider.shutdown(), meterProvider.shutdown()])
    },
  }
}

/** @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/#general-sdk-configuration */
function propagatorsOf(): TextMapPropagator[] {
  return (getStringListFromEnv('OTEL_PROPAGATORS') ?? ['tracecontext', 'baggage']).flatMap(name => {
    if (name === 'tracecontext') return [new W3CTraceContextPropagator()]
    if (name === 'baggage') return [new W3CBaggagePropagator()]
    if (name !== 'none')
      warn(`OTEL_PROPAGATORS names ${name}, which comes with @opentelemetry/sdk-node: install that as well.`)
    return []
  })
}
