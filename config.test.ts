import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('everything has a default', () => {
  const config = readConfig({})
  expect(config.desk).toEqual({ host: '127.0.0.1', port: 3000, behindProxy: false, url: 'http://127.0.0.1:3000' })
  expect(config.clickhouse).toMatchObject({ url: 'http://127.0.0.1:8123', embedded: true })
  expect(config.lab.enabled).toBe(true)
  expect(isAbsolute(config.dataDir)).toBe(true)
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ ERRATA_PORT: '', CLICKHOUSE_URL: ' ' })).toEqual(readConfig({}))
})

test('every fault is listed at once, by the name of its setting', () => {
  const env = {
    ERRATA_PORT: 'http',
    ERRATA_LAB: 'yes',
    CLICKHOUSE_URL: 'localhost:8123',
    ERRATA_RETENTION_DAYS_LOGS: '0',
  }
  expect(() => readConfig(env)).toThrow(
    /ERRATA_PORT=http is not a port[\s\S]*CLICKHOUSE_URL=localhost:8123[\s\S]*ERRATA_LAB=yes[\s\S]*ERRATA_RETENTION_DAYS_LOGS=0/,
  )
})

test('another address than loopback needs somebody else to guard the door', () => {
  expect(() => readConfig({ ERRATA_HOST: '0.0.0.0' })).toThrow(/ERRATA_BEHIND_PROXY=1/)
  expect(readConfig({ ERRATA_HOST: '0.0.0.0', ERRATA_BEHIND_PROXY: '1' }).lab.enabled).toBe(false)
})

test.each(['ERRATA_OTLP_HOST', 'ERRATA_ENGINE_HOST'])(
  '%s opens nothing to the network unless that network is said to be trusted',
  setting => {
    expect(() => readConfig({ [setting]: '0.0.0.0' })).toThrow(
      new RegExp(`^${setting}=0\\.0\\.0\\.0 is not .+ ERRATA_TRUSTED_NETWORK=1 .+$`),
    )
    // The proxy guards the desk's door, not these.
    expect(() => readConfig({ [setting]: '0.0.0.0', ERRATA_BEHIND_PROXY: '1' })).toThrow(setting)
    expect(() => readConfig({ [setting]: '0.0.0.0', ERRATA_TRUSTED_NETWORK: '1' })).not.toThrow()
  },
)

test("the engine's address does not matter where none is started", () => {
  expect(readConfig({ ERRATA_ENGINE_HOST: '0.0.0.0', CLICKHOUSE_URL: 'http://ch.example:8123' }).clickhouse.url).toBe(
    'http://ch.example:8123',
  )
})

test('what listens on one address is asked at that address', () => {
  const env = { ERRATA_OTLP_HOST: '192.0.2.1', ERRATA_ENGINE_HOST: '192.0.2.2', ERRATA_TRUSTED_NETWORK: '1' }
  const { otlp, otelcol, clickhouse } = readConfig(env)
  expect(otlp).toMatchObject({
    grpcAddress: '192.0.2.1:4317',
    url: 'http://192.0.2.1:4318',
    browserUrl: 'http://192.0.2.1:4319',
  })
  expect(otelcol.healthUrl).toBe('http://192.0.2.1:13133')
  expect(clickhouse.url).toBe('http://192.0.2.2:8123')
})

test('what listens on every address is asked on loopback', () => {
  const env = { ERRATA_HOST: '::', ERRATA_BEHIND_PROXY: '1', ERRATA_OTLP_HOST: '0.0.0.0', ERRATA_TRUSTED_NETWORK: '1' }
  const { desk, otelcol } = readConfig(env)
  expect(desk.url).toBe('http://[::1]:3000')
  expect(otelcol.healthUrl).toBe('http://127.0.0.1:13133')
})

test('one port cannot be given to two listeners', () => {
  expect(() => readConfig({ ERRATA_PORT: '4318' })).toThrow('ERRATA_PORT and ERRATA_OTLP_HTTP_PORT are the same port')
})

test('CLICKHOUSE_URL switches the embedded engine off', () => {
  expect(readConfig({ CLICKHOUSE_URL: 'https://ch.example:8443/' }).clickhouse).toMatchObject({
    url: 'https://ch.example:8443',
    embedded: false,
  })
})

test('the settings cannot be changed afterwards', () => {
  expect(Object.isFrozen(readConfig({}).desk)).toBe(true)
})
