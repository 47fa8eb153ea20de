/** Name and version of the instrumentation scope of this package. */
export const instrumentationScope = {
  name: '@errata/otel',
  version: '0.2.0',
  schemaUrl: 'https://opentelemetry.io/schemas/1.44.0',
} as const
