import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'

const empty = mkdtempSync(join(tmpdir(), 'settings-'))

test('an empty environment gives the defaults of the specification', () => {
  expect(readSettings({}, empty)).toEqual({
    telemetry: {
      serviceName: 'unknown_service:node',
      otlpUrl: 'http://localhost:4318',
      sampleRatio: 1,
      trustTraceparent: 'same-origin',
    },
    browserUrl: undefined,
    headers: {},
    errors: [],
  })
})

test('the service is called by its own setting, by the resource, or by its package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  writeFileSync(join(folder, 'package.json'), '{"name":"shop"}')
  const nameOf = (env: Record<string, string>) => readSettings(env, folder).telemetry.serviceName
  const attributes = { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prod,service.name=the%20shop' }
  expect([nameOf({}), nameOf(attributes), nameOf({ ...attributes, OTEL_SERVICE_NAME: 'cart' })]).toEqual([
    'shop',
    'the shop',
    'cart',
  ])
})

test('the folder of the source maps is the configured one', () => {
  expect(readSettings({ ERRATA_SOURCE_MAPS_DIR: ' /srv/maps ' }, empty).telemetry.sourceMapsDir).toBe('/srv/maps')
})

test('the number of proxies in front of the server is read, 0 as well', () => {
  const proxies = (text: string) => readSettings({ ERRATA_TRUSTED_PROXIES: text }, empty).telemetry.trustedProxies
  expect(['0', '2', ''].map(proxies)).toEqual([0, 2, undefined])
})

test('what cannot be used is named, and the default counts', () => {
  const { telemetry, errors } = readSettings(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '2',
      ERRATA_TRUST_TRACEPARENT: 'never',
      ERRATA_TRUSTED_PROXIES: 'yes',
    },
    empty,
  )
  expect(telemetry).toMatchObject({ otlpUrl: 'http://localhost:4318', sampleRatio: 1, trustTraceparent: 'same-origin' })
  expect(errors).toEqual([
    'ERRATA_TRUSTED_PROXIES="yes" is not a number of proxies; nothing is used instead.',
    'OTEL_EXPORTER_OTLP_ENDPOINT="collector:4318" is not an http:// or https:// address; http://localhost:4318 is used instead.',
    'OTEL_TRACES_SAMPLER_ARG="2" is not a number from 0 to 1; 1 is used instead.',
    'ERRATA_TRUST_TRACEPARENT="never" is not same-origin or always; same-origin is used instead.',
  ])
})

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_LOGS_PROTOCOL', 'http/xml'],
])('%s=%s gets one sentence on what is sent instead', (name, value) => {
  expect(readSettings({ [name]: value }, empty).errors).toEqual([
    `${name}=${value} is not supported: OTLP is sent over HTTP, so OTEL_EXPORTER_OTLP_ENDPOINT must be the receiver's address for OTLP/HTTP (its port is usually 4318).`,
  ])
})

test.each(['http/protobuf', 'http/json', ''])('the protocol "%s" is not commented on', value => {
  expect(readSettings({ OTEL_EXPORTER_OTLP_PROTOCOL: value }, empty).errors).toEqual([])
})

test('whatever the environment holds, a process starts with an address and a ratio that can be used', () => {
  const names = [
    'OTEL_SERVICE_NAME',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
    'OTEL_METRIC_EXPORT_INTERVAL',
    'OTEL_RESOURCE_ATTRIBUTES',
    'ERRATA_OTLP_BROWSER_URL',
  ]
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(
          fc.string(),
          fc.string().map(text => `service.name=%${text}`),
        ),
      ),
      env => {
        const { telemetry } = readSettings(env, empty)
        expect(URL.canParse(telemetry.otlpUrl)).toBe(true)
        expect(telemetry.sampleRatio).toBeGreaterThanOrEqual(0)
        expect(telemetry.sampleRatio).toBeLessThanOrEqual(1)
      },
    ),
  )
})
