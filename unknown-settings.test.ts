import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameUnknownSettings } from './unknown-settings.ts'

const tell = (env: Record<string, string>) => nameUnknownSettings(env).map(({ told }) => told)

test.each([
  ['ERRATA_PROT', 'ERRATA_PORT'],
  ['ERRATA_RETENTION_TRACES_DAYS', 'ERRATA_RETENTION_DAYS_TRACES'],
  ['ERRATA_OTLP_TOKEN', 'ERRATA_OTLP_TOKENS'],
  ['ERRATA_NOISE_SAMPLE', 'ERRATA_NOISE_SAMPLES'],
])('%s is named, with the setting whose name is nearest: %s', (name, nearest) => {
  expect(tell({ [name]: 'secret' })).toEqual([
    `${name} is no setting and has no effect: did you mean ${nearest}? .env.example lists all.`,
  ])
})

test('no setting of .env.example is unknown', () => {
  const example = readFileSync(join(import.meta.dirname, '.env.example'), 'utf8')
  const names = Array.from(example.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name)
  expect(names.length).toBeGreaterThan(50)
  expect(tell(Object.fromEntries(names.map(name => [name, 'x'])))).toEqual([])
})

test('what Kubernetes sets for Services named errata and errata-otlp, and what others set, is not named', () => {
  const links = {
    ERRATA_PORT: 'tcp://10.96.0.7:80',
    ERRATA_SERVICE_HOST: '10.96.0.7',
    ERRATA_SERVICE_PORT: '80',
    ERRATA_SERVICE_PORT_HTTP: '80',
    ERRATA_PORT_80_TCP: 'tcp://10.96.0.7:80',
    ERRATA_PORT_80_TCP_PROTO: 'tcp',
    ERRATA_PORT_80_TCP_ADDR: '10.96.0.7',
    ERRATA_OTLP_PORT: 'tcp://10.96.0.8:4318',
    ERRATA_OTLP_PORT_4318_TCP: 'tcp://10.96.0.8:4318',
    CLICKHOUSE_PROT: '1',
    HOME: '/root',
  }
  expect(tell(links)).toEqual([])
})
