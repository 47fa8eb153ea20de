import { getBooleanFromEnv } from '@opentelemetry/core'

/**
 * True if telemetry is switched off: no signals are created, and nothing leaves the process.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const isDisabled = () => getBooleanFromEnv('OTEL_SDK_DISABLED') === true
