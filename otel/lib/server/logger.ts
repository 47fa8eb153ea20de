import { context, trace } from '@opentelemetry/api'
import { type AnyValue, type LogAttributes, logs, SeverityNumber } from '@opentelemetry/api-logs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { guard } from '../guard.ts'
import { describeError } from './describe-error.ts'

/** Where lines are written: by default standard output. */
export interface LogOutput {
  write(line: string): unknown
}

/**
 * Makes the two loggers: `logger` writes to the output and over OTLP, `local` to the output alone, for what is sent as a
 * record of its own. Each line is JSON with `trace_id` and `span_id` of the span it was written in.
 */
export function createLoggers(options: {
  readonly serviceName: string
  readonly level: string
  readonly scope: { readonly name: string; readonly version: string }
  readonly output: LogOutput
}): { logger: Logger; local: Logger } {
  const { serviceName, level, scope, output } = options
  const settings = {
    level,
    base: { service: serviceName },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: activeSpanFields,
  }
  const local = pino(
    { ...settings, mixin: () => ({}), serializers: { err: (described: unknown) => described } },
    output,
  )
  const logger = pino(settings, new OtlpTee(output, scope))
  return { logger, local }
}

function activeSpanFields(): Record<string, string> {
  const spanContext = trace.getSpan(context.active())?.spanContext()
  if (spanContext === undefined || !trace.isSpanContextValid(spanContext)) return {}
  return { trace_id: spanContext.traceId, span_id: spanContext.spanId }
}

const severityOf: Record<string, SeverityNumber> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
}

/** Fields that an OTLP record carries in places of its own. */
const ownPlaces = new Set(['trace_id', 'span_id', 'service'])

/** Writes pino's line and sends the same record over OTLP; pino sets the `last…` fields before each write. */
class OtlpTee implements DestinationStream {
  lastLevel = 30
  lastMsg: string | undefined
  lastObj: unknown
  lastLogger: Logger | undefined
  readonly #output: LogOutput
  readonly #scope: { readonly name: string; readonly version: string }

  constructor(output: LogOutput, scope: { readonly name: string; readonly version: string }) {
    Object.defineProperty(this, Symbol.for('pino.metadata'), { value: true })
    this.#output = output
    this.#scope = scope
  }

  write(line: string): void {
    this.#output.write(line)
    guard('log over OTLP', () => {
      const level = pino.levels.labels[this.lastLevel] ?? 'info'
      const bindings = this.lastLogger?.bindings() ?? {}
      logs.getLogger(this.#scope.name, this.#scope.version).emit({
        severityNumber: severityOf[level] ?? SeverityNumber.INFO,
        severityText: level.toUpperCase(),
        body: this.lastMsg ?? '',
        attributes: { ...attributesOf(bindings), ...attributesOf(this.lastObj) },
      })
    })
  }
}

function attributesOf(fields: unknown): LogAttributes {
  const attributes: LogAttributes = {}
  if (typeof fields !== 'object' || fields === null) return attributes
  if (fields instanceof Error) return { err: describe(fields) }
  for (const [name, value] of Object.entries(fields)) {
    if (!ownPlaces.has(name)) attributes[name] = attributeValue(value)
  }
  return attributes
}

function attributeValue(value: unknown): AnyValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Error) return describe(value)
  return JSON.stringify(value) ?? String(value)
}

/** An error that was only written to the log is text in an attribute, not an exception: that is what reportError is for. */
function describe(error: Error): string {
  const { type, message, stacktrace } = describeError(error)
  return stacktrace ?? `${type}: ${message}`
}
