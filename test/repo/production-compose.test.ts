import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../config.ts'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'

const text = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')
const secrets = mkdtempSync(join(tmpdir(), 'errata-secrets-'))
afterAll(() => rmSync(secrets, { recursive: true }))
const makeSecrets = () =>
  execFileSync(process.execPath, [join(REPOSITORY_DIR, 'deploy/compose/make-secrets.ts'), secrets], {
    encoding: 'utf8',
  })
makeSecrets()

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.union([z.string(), z.object({ source: z.string(), target: z.string() })])).default([]),
  stop_grace_period: z.string().default('10s'),
  mem_limit: z.string().optional(),
})
const file = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})
const given: Readonly<Record<string, string>> = { ERRATA_URL: 'https://errata.example.com', SECRETS_DIR: secrets }
const { services, secrets: named } = file.parse(
  parse(
    text('deploy/compose/compose.yaml').replace(
      /\$\{([A-Z_]+):([-?])([^}]*)\}/g,
      (_, name: string, kind: string, rest: string) => given[name] ?? (kind === '-' ? rest : `no ${name}`),
    ),
    (_, value: unknown) => (typeof value === 'number' ? String(value) : (value ?? '')),
    { merge: true },
  ),
)
const find = (name: string) => {
  const found = services[name]
  if (found === undefined) throw new Error(`There is no service ${name}`)
  return found
}
/** The settings that a container has; its secrets are files. */
const configOf = (name: string) =>
  readConfig(
    Object.fromEntries(
      Object.entries(find(name).environment).map(([setting, value]) => [
        setting,
        value.startsWith('/run/secrets/') ? (named[value.slice('/run/secrets/'.length)]?.file ?? 'missing') : value,
      ]),
    ),
  )

const OF_COLLECTOR = [
  'ERRATA_QUEUE_DIR',
  'ERRATA_EVENT_NAME_ATTRIBUTE',
  'GOMEMLIMIT',
  'GOGC',
  'CLICKHOUSE_SKIP_USER_SETUP',
]

test('every setting is one of .env.example', () => {
  const known = new Set([...text('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name))
  const names = Object.values(services).flatMap(({ environment }) => Object.keys(environment))
  const read = [...text('deploy/compose/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '')
  const ofCompose = ['ERRATA_IMAGE', 'ERRATA_OTELCOL_IMAGE', 'ERRATA_CLICKHOUSE_IMAGE', 'REVISION', 'SECRETS_DIR']

  expect(names.filter(name => !known.has(name) && !OF_COLLECTOR.includes(name))).toEqual([])
  expect(read.filter(name => !known.has(name) && !ofCompose.includes(name))).toEqual([])
})

test('the desk signs people in, behind one proxy, and finds the Collector by its ports', () => {
  const { desk, login, otlp, clickhouse, lab } = configOf('desk')
  const ports = readConfig({}).otlp

  expect(desk).toMatchObject({ host: '0.0.0.0', port: 3000, proxies: 1, publicUrl: 'https://errata.example.com' })
  expect([login.mode, login.secretKeys.length, lab.enabled]).toEqual(['password', 1, false])
  expect([otlp.url, otlp.browserUrl]).toEqual([
    `http://otelcol:${ports.httpPort}`,
    `http://otelcol:${ports.browserPort}`,
  ])
  expect(clickhouse).toMatchObject({ url: 'http://clickhouse:8123', user: 'errata_desk' })
})

test('each part has its own user, whose password is a file that make-secrets.ts writes', () => {
  expect(['desk', 'otelcol', 'schema'].map(name => find(name).environment['CLICKHOUSE_USER'])).toEqual([
    'errata_desk',
    'errata_collector',
    'errata_schema',
  ])
  const passwords = [
    ...['desk', 'schema'].map(name => configOf(name).clickhouse.password),
    readFileSync(named['errata_collector']?.file ?? '', 'utf8'),
  ]
  expect(new Set(passwords).size).toBe(3)
  for (const [name, { environment, secrets: mounted }] of Object.entries(services)) {
    expect(environment, name).not.toHaveProperty('CLICKHOUSE_PASSWORD')
    const files = Object.entries(environment).filter(([setting]) => setting.endsWith('_FILE'))
    for (const [, path] of files) expect(mounted, name).toContain(path.slice('/run/secrets/'.length))
  }
  for (const { file: path } of Object.values(named)) expect(statSync(path).isFile()).toBe(true)
})

test('secrets are made once, without line breaks, in a folder of their owner', () => {
  const before = readdirSync(secrets).map(name => [name, readFileSync(join(secrets, name), 'utf8')])
  makeSecrets()

  expect(readdirSync(secrets).map(name => [name, readFileSync(join(secrets, name), 'utf8')])).toEqual(before)
  expect(statSync(secrets).mode & 0o777).toBe(0o700)
  for (const [name = '', content = ''] of before) if (!name.endsWith('.xml')) expect(content).toMatch(/^[\w-]{43}$/)
})

test('ClickHouse is published nowhere, and what is published is on loopback', () => {
  const { desk, otlp, otelcol } = readConfig({})
  const published = Object.entries(services).flatMap(([name, { ports }]) => ports.map(port => `${name} ${port}`))

  expect(published).toEqual([
    `desk 127.0.0.1:${desk.port}:${desk.port}`,
    `otelcol 127.0.0.1:${otlp.grpcPort}:${otlp.grpcPort}`,
    `otelcol 127.0.0.1:${otlp.httpPort}:${otlp.httpPort}`,
    `otelcol 127.0.0.1:${otelcol.metricsPort}:${otelcol.metricsPort}`,
  ])
})

test('the Collector is the one of Kubernetes: the same files and environment', () => {
  const manifest = text('deploy/kubernetes/collector.yaml')
  const args = [...manifest.matchAll(/^ +- (--config=\S+)$/gm)].map(([, arg]) => arg)
  expect(find('otelcol').command).toEqual(args)
  const mounted = find('otelcol')
    .volumes.map(volume => volume.split(':')[0] ?? '')
    .filter(path => path.startsWith('../../'))
  expect(mounted.map(path => `--config=/etc/otelcol-contrib/${path.slice('../../'.length)}`)).toEqual(args)
  for (const path of mounted) expect(listFiles()).toContain(normalize(join('deploy/compose', path)))
  for (const [, setting = '', value] of manifest.matchAll(
    /\{ name: (ERRATA_(?:\w+_HOST|QUEUE_DIR|EVENT\w+)|GO\w+), value: "?([^"\s}]+)"? \}/g,
  ))
    expect(find('otelcol').environment[setting], setting).toBe(value)
})

test('what runs has the time to end that the development file gives it, and a bound of memory', () => {
  const development = parse(text('docker-compose.yml'), { merge: true }).services
  for (const name of ['desk', 'otelcol', 'clickhouse']) {
    expect(find(name).stop_grace_period, name).toBe(development[name].stop_grace_period)
    expect(find(name).mem_limit, name).toMatch(/^\d+[mg]$/)
  }
})

test('images are of this version, and of what is tested', () => {
  const { version } = JSON.parse(text('package.json'))
  const development = parse(text('docker-compose.yml'), { merge: true }).services
  expect(Object.fromEntries(['desk', 'schema', 'otelcol', 'clickhouse'].map(name => [name, find(name).image]))).toEqual(
    {
      desk: `errata:${version}`,
      schema: `errata:${version}`,
      otelcol: development.otelcol.image,
      clickhouse: development.clickhouse.image,
    },
  )
})
