import { format, inspect } from 'node:util'
import { context } from '@opentelemetry/api'
import { type AnyValue, type LogAttributes, SeverityNumber } from '@opentelemetry/api-logs'
import { guard } from '../../guard.ts'
import { ATTR_ERRATA_EXCEPTION_CAUSES } from '../../semconv.ts'
import { describeCauses, describeError, descriptionAttributes } from '../errors/describe-error.ts'
import { spanContextIn } from '../requests/transaction.ts'
import type { LogOutput } from './log-output.ts'
import type { LogLine } from './log-processor.ts'

/** Writes each line as JSON, with the ids of the active span. */
export interface Logger extends Readonly<Record<LogLevel, LogMethod>> {
  /** A logger that adds these fields to each line. */
  child(fields: object): Logger
}

/** An error, alone or as the field `err`, makes the line an exception. Values replace `%s`, `%d` and `%o` of the message. */
export interface LogMethod {
  (message: string, ...values: unknown[]): void
  (fields: object, message?: string, ...values: unknown[]): void
}

export type LogLevel = keyof typeof severities

const severities = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
} as const

interface LoggerSettings {
  readonly serviceName: string
  /** Lines below it are not written. */
  readonly level: LogLevel
  readonly output: Required<LogOutput>
  /** Sends a line over OTLP. */
  readonly send?: (line: LogLine) => void
}

/** Makes two loggers: `logger` writes to the output and over OTLP, `local` only to the output, for what is sent as a record of its own. */
export function createLoggers(settings: LoggerSettings): { logger: Logger; local: Logger } {
  const { send, ...locally } = settings
  return { logger: loggerWith(settings, noFields), local: loggerWith(locally, noFields) }
}

/** Fields as they are written, `,"name":value`, and as they are sent. */
interface EncodedFields {
  readonly json: string
  readonly attributes: LogAttributes
}

const noFields: EncodedFields = { json: '', attributes: {} }

function loggerWith(settings: LoggerSettings, bound: EncodedFields): Logger {
  const method = (level: LogLevel): LogMethod => {
    if (severities[level] < severities[settings.level]) return () => {}
    return (...args: unknown[]) => void guard('log line', () => log(settings, level, bound, args))
  }
  return {
    trace: method('trace'),
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
    fatal: method('fatal'),
    child(fields) {
      const own = guard('fields of a logger', () => readFields(fields)) ?? noFields
      return loggerWith(settings, {
        json: bound.json + own.json,
        attributes: { ...bound.attributes, ...own.attributes },
      })
    },
  }
}

function log(
  { serviceName, output, send }: LoggerSettings,
  level: LogLevel,
  bound: EncodedFields,
  args: unknown[],
): void {
  const { fields, message } = readArguments(args)
  const own = readFields(fields)
  const spanContext = guard('span of a log', () => spanContextIn(context.active()))
  const text = message === undefined ? '' : `,"msg":${JSON.stringify(message)}`
  const ids = spanContext ? `,"trace_id":"${spanContext.traceId}","span_id":"${spanContext.spanId}"` : ''
  const head = `{"level":"${level}","time":"${isoTime(Date.now())}","service":${JSON.stringify(serviceName)}`
  output.write(`${head}${bound.json}${own.json}${text}${ids}}\n`)
  const severityNumber = severities[level]
  if (severityNumber >= SeverityNumber.WARN) output.flush()
  send?.({
    severityNumber,
    severityText: level.toUpperCase(),
    body: message ?? '',
    attributes: { ...bound.attributes, ...own.attributes },
    ...(spanContext && { spanContext }),
  })
}

/** `(fields, message, …values)`, `(error, message, …values)` or `(message, …values)`. */
function readArguments([first, ...rest]: unknown[]): { fields: object; message: string | undefined } {
  if (typeof first !== 'object' || first === null) return { fields: {}, message: format(first, ...rest) }
  const fields = first instanceof Error ? { err: first } : first
  const error = Reflect.get(fields, errorKey)
  const [message = error instanceof Error ? error.message : undefined, ...values] = rest
  return { fields, message: message === undefined ? undefined : format(message, ...values) }
}

/** The field of the error that a line is about. */
const errorKey = 'err'

function readFields(fields: object): EncodedFields {
  let json = ''
  const attributes: LogAttributes = {}
  for (const [name, value] of Object.entries(fields)) {
    const isError = name === errorKey && value instanceof Error
    const text = jsonOf(isError ? serialized(value) : value)
    if (text === undefined) continue // undefined, a function: not in JSON
    json += `,${JSON.stringify(name)}:${text}`
    if (isError) Object.assign(attributes, exceptionAttributes(value))
    else attributes[name] = attributeOf(value, text)
  }
  return { json, attributes }
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value instanceof Error ? stackOf(value) : value)
  } catch {
    return JSON.stringify(inspect(value)) // A circular reference, a BigInt, a toJSON that throws.
  }
}

/** Objects are sent as JSON. */
function attributeOf(value: unknown, json: string): AnyValue {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  return json.startsWith('"') ? JSON.parse(json) : json
}

/** With its own properties, such as `code`, and the stack traces of its causes. */
function serialized(error: Error): object {
  const { type, message } = describeError(error)
  const stack = [stackOf(error), ...describeCauses(error).map(textOf)].join('\ncaused by: ')
  return { ...guard('properties of an error', () => ({ ...error })), type, message, stack }
}

function exceptionAttributes(error: Error): LogAttributes {
  const causes = describeCauses(error)
  return {
    ...descriptionAttributes(describeError(error)),
    ...(causes.length > 0 && { [ATTR_ERRATA_EXCEPTION_CAUSES]: JSON.stringify(causes) }),
  }
}

const stackOf = (error: Error) => textOf(describeError(error))
const textOf = ({ type, message, stacktrace }: ReturnType<typeof describeError>) => stacktrace ?? `${type}: ${message}`

/** `Date.toISOString` takes longer than the rest of a line, and all but its milliseconds is the same for a second. */
let cachedSecond = { of: Number.NaN, text: '' }

function isoTime(unixMs: number): string {
  const of = Math.floor(unixMs / 1_000)
  if (cachedSecond.of !== of) cachedSecond = { of, text: new Date(unixMs).toISOString().slice(0, -4) }
  return `${cachedSecond.text}${String(unixMs % 1_000).padStart(3, '0')}Z`
}
