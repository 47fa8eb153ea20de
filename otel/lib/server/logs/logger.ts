import { inspect } from 'node:util'
import { context, type SpanContext } from '@opentelemetry/api'
import { type AnyValue, type LogAttributes, SeverityNumber } from '@opentelemetry/api-logs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { guard } from '../../guard.ts'
import { ATTR_ERRATA_EXCEPTION_CAUSES } from '../../semconv.ts'
import { describeCauses, describeError, descriptionAttributes } from '../errors/describe-error.ts'
import { spanContextIn } from '../requests/transaction.ts'
import type { LogOutput } from './log-output.ts'
import type { LogLine } from './log-processor.ts'

/**
 * Creates the two loggers: `logger` writes to the output and over OTLP, `local` only to the output, for what is also sent as a separate
 * record. Each line is JSON with the current `trace_id` and `span_id`.
 */
export function createLoggers(options: {
  readonly serviceName: string
  readonly level: string
  readonly output: Required<LogOutput>
  /** Sends each line of `logger` over OTLP. */
  readonly send: (line: LogLine) => void
}): { logger: Logger; local: Logger } {
  const { serviceName, level, output, send } = options
  const settings = {
    level,
    base: { service: serviceName },
    timestamp: () => `,"time":"${isoTime(Date.now())}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const local = pino(
    { ...settings, serializers: { err: (described: unknown) => described } },
    { write: line => writeAtOnce(output, line) },
  )
  const tee = new OtlpTee(output, send, serviceName)
  const logger = pino(settings, tee)
  tee.root = logger
  return { logger, local }
}

const { serializersSym, stringifiersSym } = pino.symbols

/** A child without rules of its own uses those of its parent logger. */
function hasRulesOfItsOwn(logger: Logger | undefined, root: Logger | undefined): boolean {
  if (logger === root || logger === undefined || root === undefined) return false
  return [serializersSym, stringifiersSym].some(rules => Reflect.get(logger, rules) !== Reflect.get(root, rules))
}

function writeAtOnce(output: Required<LogOutput>, line: string): void {
  output.write(line)
  output.flush()
}

/** A pino mixin would be merged into what was logged, and would have to be separated again. */
function inSpan(line: string, { traceId, spanId }: SpanContext): string {
  return `${line.slice(0, line.lastIndexOf('}'))},"trace_id":"${traceId}","span_id":"${spanId}"}\n`
}

const info = { severityNumber: SeverityNumber.INFO, severityText: 'INFO' }
const warnLevel = 40

/** By pino's level. */
const severityOf: Readonly<Record<number, Pick<LogLine, 'severityNumber' | 'severityText'>>> = {
  10: { severityNumber: SeverityNumber.TRACE, severityText: 'TRACE' },
  20: { severityNumber: SeverityNumber.DEBUG, severityText: 'DEBUG' },
  30: info,
  [warnLevel]: { severityNumber: SeverityNumber.WARN, severityText: 'WARN' },
  50: { severityNumber: SeverityNumber.ERROR, severityText: 'ERROR' },
  60: { severityNumber: SeverityNumber.FATAL, severityText: 'FATAL' },
}

/** Date's own takes longer than the rest of a line, and most of the result is constant for a second. */
let second = { of: Number.NaN, text: '' }

function isoTime(unixMs: number): string {
  const of = Math.floor(unixMs / 1_000)
  if (second.of !== of) second = { of, text: new Date(unixMs).toISOString().slice(0, -4) }
  return `${second.text}${String(unixMs % 1_000).padStart(3, '0')}Z`
}

/** Writes pino's line and sends the same record over OTLP; pino sets the `last…` fields before each write. */
class OtlpTee implements DestinationStream {
  lastLevel = 30
  lastMsg: string | undefined
  lastObj: unknown
  lastLogger: Logger | undefined
  readonly #output: Required<LogOutput>
  readonly #send: (line: LogLine) => void
  readonly #serviceName: string
  readonly #bound = new WeakMap<Logger, { readonly json: unknown; readonly attributes: LogAttributes }>()
  /** The root logger; set once it is created, because it is created with this. */
  root: Logger | undefined

  constructor(output: Required<LogOutput>, send: (line: LogLine) => void, serviceName: string) {
    Object.defineProperty(this, Symbol.for('pino.metadata'), { value: true })
    this.#serviceName = serviceName
    this.#output = output
    this.#send = send
  }

  write(line: string): void {
    const spanContext = guard('span of a log', () => spanContextIn(context.active()))
    const placed = spanContext === undefined ? line : inSpan(line, spanContext)
    if (this.lastLevel < warnLevel) this.#output.write(placed)
    else writeAtOnce(this.#output, placed)
    guard('log over OTLP', () => {
      this.#send({
        ...(severityOf[this.lastLevel] ?? info),
        body: this.lastMsg ?? '',
        attributes: this.#fieldsOf(line),
        ...(spanContext && { spanContext }),
      })
    })
  }

  /** Pino passes what was logged before a child's rules apply: their result is only in the line. */
  #fieldsOf(line: string): LogAttributes {
    const logger = this.lastLogger
    if (hasRulesOfItsOwn(logger, this.root)) {
      const { level, time, msg, ...fields } = Object(JSON.parse(line))
      return this.#withoutBase(attributesOf(fields))
    }
    return attributesOf(this.lastObj, { ...this.#boundTo(logger) })
  }

  /** The bindings of a child logger; pino keeps them as JSON, which is parsed once. */
  #boundTo(logger: Logger | undefined): LogAttributes | undefined {
    if (logger === undefined) return undefined
    const json: unknown = Reflect.get(logger, pino.symbols.chindingsSym)
    const known = this.#bound.get(logger)
    if (known !== undefined && known.json === json) return known.attributes
    const attributes = this.#withoutBase(attributesOf(logger.bindings()))
    this.#bound.set(logger, { json, attributes })
    return attributes
  }

  /** What every line has is in a record's resource; an app's own field with such a name is kept. */
  #withoutBase(attributes: LogAttributes): LogAttributes {
    if (attributes['service'] === this.#serviceName) delete attributes['service']
    return attributes
  }
}

function attributesOf(fields: unknown, attributes: LogAttributes = {}): LogAttributes {
  if (typeof fields !== 'object' || fields === null) return attributes
  for (const [name, value] of Object.entries(fields)) {
    if (name === errorKey && isError(value)) Object.assign(attributes, exceptionAttributes(value))
    else attributes[name] = attributeValue(value)
  }
  return attributes
}

/** The key under which pino logs a line's error. */
const errorKey = 'err'

interface SerialisedError {
  readonly type: string
  readonly message: string
  readonly stack: string
}

/** As thrown, or, from a logger with rules of its own, as pino has serialised it. */
function isError(value: unknown): value is Error | SerialisedError {
  if (value instanceof Error) return true
  if (typeof value !== 'object' || value === null || !('type' in value && 'message' in value && 'stack' in value))
    return false
  return [value.type, value.message, value.stack].every(text => typeof text === 'string')
}

function exceptionAttributes(error: Error | SerialisedError): LogAttributes {
  const description = error instanceof Error ? describeError(error) : { ...error, stacktrace: error.stack }
  const causes = describeCauses(error)
  return {
    ...descriptionAttributes(description),
    ...(causes.length > 0 && { [ATTR_ERRATA_EXCEPTION_CAUSES]: JSON.stringify(causes) }),
  }
}

function attributeValue(value: unknown): AnyValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Error) return describe(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return inspect(value) // A cycle, a BigInt, a toJSON that throws.
  }
}

/** Any other error is text in an attribute. */
function describe(error: Error): string {
  const { type, message, stacktrace } = describeError(error)
  return stacktrace ?? `${type}: ${message}`
}
