import * as api from '@opentelemetry/api'
import { type Logger, type LoggerProvider, logs } from '@opentelemetry/api-logs'
import { apiLogsGlobalKey } from './contract.ts'

interface Scope {
  readonly name: string
  readonly version: string
  readonly schemaUrl?: string
}

interface NewerLogs {
  getLogger: LoggerProvider['getLogger']
  setGlobalLoggerProvider(provider: LoggerProvider): unknown
}

/** The logs of `@opentelemetry/api` 1.10, with which SDKs and instrumentations of OpenTelemetry 3 work; undefined in an older one. */
const newerLogs: NewerLogs | undefined = Reflect.get(api, 'logs')

/** Creates a logger of the SDK that is registered, whichever of the two APIs it registered with. */
export function loggerOf({ name, version, ...options }: Scope): Logger {
  const registered = apiLogsGlobalKey in globalThis ? logs : (newerLogs ?? logs)
  return registered.getLogger(name, version, options)
}

/** Registers our provider with both APIs. */
export function setLoggerProvider(provider: LoggerProvider): void {
  logs.setGlobalLoggerProvider(provider)
  newerLogs?.setGlobalLoggerProvider(provider)
}
