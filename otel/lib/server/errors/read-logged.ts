import type { LogAttributes } from '@opentelemetry/api-logs'
import {
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_EXCEPTION_TYPE,
} from '@opentelemetry/semantic-conventions'
import { type ErrorDescription, truncateDescription } from './describe-error.ts'

/** Separates the stacks of an error and of its cause, as pino joins them. */
const causeSeparator = '\ncaused by: '

/**
 * An error that a logger has written, described as if it had been thrown. Pino joins the messages and stacks of causes, and the SDK uses an
 * error's `code` as its type.
 *
 * @returns The error, then its causes, outermost first; empty if the record has none.
 */
export function readLogged(attributes: LogAttributes): ErrorDescription[] {
  const text = (name: string) => {
    const value = attributes[name]
    return typeof value === 'string' ? value : undefined
  }
  const type = text(ATTR_EXCEPTION_TYPE)
  const message = text(ATTR_EXCEPTION_MESSAGE) ?? ''
  if (type === undefined && message === '') return []
  const [own, ...causes] = text(ATTR_EXCEPTION_STACKTRACE)?.split(causeSeparator) ?? []
  return [describeLogged(own, type ?? 'Error', message), ...causes.map(stack => describeLogged(stack, 'Error', stack))]
}

/** The format of an error's `code`. */
const errorCodePattern = /^[A-Z\d_]+$/

function describeLogged(stacktrace: string | undefined, type: string, message: string): ErrorDescription {
  const [, thrown, own] = /^([\w$.]+)(?: \[\w+\])?: ([\s\S]*?)\n {4}at /.exec(stacktrace ?? '') ?? []
  const isNamed = type !== 'Error' && !errorCodePattern.test(type)
  return truncateDescription({ type: isNamed ? type : (thrown ?? type), message: own ?? message, stacktrace })
}
