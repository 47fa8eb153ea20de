import { getBooleanFromEnv } from '@opentelemetry/core'

/**
 * True where the whole of telemetry is switched off: nothing is made, and nothing leaves the process.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const isDisabled = () => getBooleanFromEnv('OTEL_SDK_DISABLED') === true
