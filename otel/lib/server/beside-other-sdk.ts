import { type Context, trace } from '@opentelemetry/api'
import type { Instrumentation } from '@opentelemetry/instrumentation'
import type { LogRecordProcessor } from '@opentelemetry/sdk-logs'
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { instrumentationScope } from '../instrumentation-scope.ts'
import { processWide } from '../process-wide.ts'
import { getRuntime, setRuntime, type Transaction } from '../runtime.ts'
import { findServerBuild } from './environment/read-release.ts'
import { readSettings } from './environment/read-settings.ts'
import { exceptionRecorder } from './errors/record-exception.ts'
import { createLossRecorder } from './export/record-loss.ts'
import { FrameworkInstrumentation } from './frameworks/watch-frameworks.ts'
import { processLogs } from './logs/log-processor.ts'
import { configuredRelay } from './relay/configured-relay.ts'
import { setRequestTelemetry } from './requests/request-telemetry.ts'
import { traceServers } from './requests/trace-servers.ts'
import { documentTraceparent, transactionOf, withTransaction } from './requests/transaction.ts'
import { TransactionProcessor } from './requests/transaction-processor.ts'
import { loggerOf } from './sdk/logger-of.ts'
import { unmappedRecorder } from './stacks/record-unmapped.ts'
import { processMapper, stackMapper } from './stacks/stack-mapper.ts'
import { mapsFolder } from './start-telemetry.ts'

/** Parts that the app has put into its own SDK. */
interface OtherSdkParts {
  readonly processors: TransactionProcessor[]
}

const partsOfProcess = processWide<OtherSdkParts>('beside', 'processors')

function getParts(): OtherSdkParts {
  const known = partsOfProcess.get() ?? { processors: [] }
  partsOfProcess.set(known)
  return known
}

/**
 * For the app's own SDK, among its instrumentations: spans of loaders, actions, middleware and renders, exceptions as log records
 * (including those that handlers of Express, Koa, Fastify and Hono throw), and the relay for browsers, all through that SDK. The SERVER
 * span is that of its HTTP instrumentation.
 */
export function errataInstrumentation(): Instrumentation {
  startWithOtherSdk()
  return new FrameworkInstrumentation()
}

/**
 * For the app's own SDK, in place of the exporting processor: each span gets the route and status of its transaction, and is held until
 * both are known.
 *
 * @param next The exporting processor, such as a `BatchSpanProcessor`.
 */
export function errataSpanProcessor(next: SpanProcessor): SpanProcessor {
  const processor = new TransactionProcessor(next, {
    recordLoss: createLossRecorder(instrumentationScope),
    recordUnannotated() {},
  })
  getParts().processors.push(processor)
  return processor
}

/**
 * The same for log records: each gets its identity and transaction, and an exception its mapped stack.
 *
 * @param next The exporting processor, such as a `BatchLogRecordProcessor`.
 */
export function errataLogProcessor(next: LogRecordProcessor): LogRecordProcessor {
  return processLogs({
    queue: {
      // A copy of the SDK's record: exporters read no more than this.
      add: record => next.onEmit(record as Parameters<LogRecordProcessor['onEmit']>[0]),
      forceFlush: () => next.forceFlush(),
      shutdown: () => next.shutdown(),
    },
    scope: instrumentationScope,
    beforeSend: undefined,
    recordLoss: createLossRecorder(instrumentationScope),
    recordLogged,
    mapper: mapperOfProcess(),
  })
}

const { recordException, recordLogged } = exceptionRecorder(instrumentationScope, () => {}, {
  isOnSpan: () => !hasLogs(),
})

/** False without a log processor: an exception is then an event of its span. */
const hasLogs = () => loggerOf(instrumentationScope).enabled()

function mapperOfProcess() {
  const mapper =
    processMapper.get() ??
    stackMapper({ archive: mapsFolder(undefined), recordUnmapped: unmappedRecorder(instrumentationScope) })
  processMapper.set(mapper)
  return mapper
}

/** Uses the SDK that somebody else has registered, or will register. */
function startWithOtherSdk(): void {
  if (getRuntime() !== undefined) return
  const { env } = process
  const settings = readSettings(env)
  mapperOfProcess()
  const tracer = trace
    .getTracerProvider()
    .getTracer(instrumentationScope.name, instrumentationScope.version, { schemaUrl: instrumentationScope.schemaUrl })
  setRuntime({
    tracer,
    recordException,
    hasRelease: findServerBuild() !== undefined,
    prerendered: new Map(),
    transactionOf,
    documentTraceparent,
    withOwnTransaction,
  })
  setRequestTelemetry({
    tracer,
    processor: { decide: decideInAllProcessors },
    usesOtherSdk: true,
    knownResource: {},
    trustTraceparent: settings.telemetry.trustTraceparent ?? 'same-origin',
    allowedParams: [],
    trustedProxies: settings.telemetry.trustedProxies,
    ignoredPrefixes: [],
    consent: () => true,
    countRelayed() {},
    recordDuration() {},
  })
  traceServers(configuredRelay(settings, settings.telemetry))
}

function withOwnTransaction(at: Context): Context {
  const transaction = transactionOf(at)
  return transaction === undefined ? at : withTransaction(at, transaction)
}

function decideInAllProcessors(transaction: Transaction): void {
  for (const processor of getParts().processors) {
    transaction.isDecided = false
    processor.decide(transaction)
  }
  transaction.isDecided = true
}
