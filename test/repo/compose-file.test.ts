import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../config.ts'
import { REPOSITORY_DIR } from './list-files.ts'

const environment = z.record(z.string(), z.string())
const file = z.object({ services: z.record(z.string(), z.object({ environment: environment.default({}) })) })

/** The settings of a service of docker-compose.yml, as its own code reads them. */
function settingsOf(service: string, env: Record<string, string> = {}) {
  const text = readFileSync(join(REPOSITORY_DIR, 'docker-compose.yml'), 'utf8').replace(
    /\$\{([A-Z_]+):-([^}]*)\}/g,
    (_, name: string, fallback: string) => env[name] ?? fallback,
  )
  // A plain number in YAML is a number.
  const asText = (_: unknown, value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''))
  const { services } = file.parse(parse(text, asText, { merge: true }))
  return readConfig(services[service]?.environment ?? {})
}

test('in compose the desk has no proxy in front, and checks who is asked for', () => {
  expect(settingsOf('desk').desk).toMatchObject({ host: '0.0.0.0', proxies: 0, allowedHosts: [] })
  const behindTwo = settingsOf('desk', { ERRATA_BEHIND_PROXY: '2', ERRATA_ALLOWED_HOSTS: 'desk.example' })
  expect(behindTwo.desk).toMatchObject({ proxies: 2, allowedHosts: ['desk.example'] })
})

test('in compose the desk says of retention what the schema job has set', () => {
  const env = {
    ERRATA_RETENTION_DAYS_TRACES: '3',
    ERRATA_RETENTION_DAYS_LOGS: '4',
    ERRATA_RETENTION_DAYS_METRICS: '5',
    ERRATA_RETENTION_DAYS_EXCEPTIONS: '6',
    ERRATA_RETENTION_DAYS_DIGESTS: '7',
  }
  expect(settingsOf('schema', env).retentionDays).toEqual({ traces: 3, logs: 4, metrics: 5, exceptions: 6, digests: 7 })
  expect(settingsOf('desk', env).retentionDays).toEqual(settingsOf('schema', env).retentionDays)
  expect(settingsOf('desk').retentionDays).toEqual(settingsOf('schema').retentionDays)
})
