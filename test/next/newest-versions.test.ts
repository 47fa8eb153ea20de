import { expect, test } from 'vitest'
import { withNewestVersions } from './newest-versions.ts'

test('React Router is the latest, OpenTelemetry the newest of its line, and everything else as it is pinned', () => {
  const manifest = {
    dependencies: {
      '@opentelemetry/api': '1.9.1',
      '@opentelemetry/core': '2.12.0',
      '@opentelemetry/sdk-node': '0.223.0',
      '@opentelemetry/auto-instrumentations-node': '0.81.2',
      'react-router': '8.5.1',
      '@opentelemetry/instrumentation-pino': '^0.69.0',
      pino: '^10.4.0',
    },
    peerDependencies: { 'react-router': '~8.5.0' },
    overrides: { '@opentelemetry/core': '2.12.0' },
  }
  expect(withNewestVersions(manifest)).toEqual({
    dependencies: {
      '@opentelemetry/api': '>=1.9.1 <1.10.0',
      '@opentelemetry/core': '^2.12.0',
      '@opentelemetry/sdk-node': '>=0.223.0 <0.300.0',
      '@opentelemetry/auto-instrumentations-node': '^0.81.2',
      'react-router': 'latest',
      '@opentelemetry/instrumentation-pino': '^0.69.0',
      pino: '^10.4.0',
    },
  })
})
