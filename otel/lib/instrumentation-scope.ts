import manifest from '../package.json' with { type: 'json' }

/** Instrumentation scope of all that this package emits. */
export const instrumentationScope = {
  name: '@errata/otel',
  // The build inlines it (../build.ts): Node 20 warns about JSON modules.
  version: manifest.version,
  schemaUrl: 'https://opentelemetry.io/schemas/1.44.0',
} as const
