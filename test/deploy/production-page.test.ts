import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { findCompose } from '../../.ci/compose/find-compose.ts'
import { poll } from '../poll.ts'
import { listFiles } from '../repo/list-files.ts'
import { type RunningStack, startStack } from '../stack/start-stack.ts'
import { findKustomize, findPromtool, runTool } from './find-tools.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/production.md'), 'utf8')
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.split('\n').filter(line => line !== ''),
)
const kustomize = findKustomize()
const promtool = findPromtool()
let stack: RunningStack
let work: string

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'errata-page-'))
  stack = await startStack({ env: { ERRATA_CANARY: '1' } })
  // The first canary is on its way for some seconds.
  await poll(
    async () => (await fetch(`${stack.deskUrl}/readyz?pipeline`)).status,
    status => status === 200,
    120_000,
  )
})
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]()
  rmSync(work, { recursive: true, force: true })
})

/** The ways in which commands are tried. A command that is in none of them fails a test below. */
const KINDS = {
  /** Against a running stack, with its ports. */
  run: /^(curl|npx errata check)\b/,
  secrets: /^node deploy\/compose\/make-secrets\.ts$/,
  /** systemd.test.ts runs what they install, and the commands that make it. */
  systemd: /^(ln -sfn|cd|npm ci|npm run|node_modules\/\.bin|install|systemctl|journalctl|set -a)\b/,
  env: /^echo ERRATA_URL=\S+ > deploy\/compose\/\.env$/,
  /** Compose reads it; npm run test:compose brings the file up. */
  compose: /^docker compose /,
  promtool: /^promtool /,
  kustomize: /^kubectl kustomize /,
  /** Needs a cluster: what it names is looked for in what kustomize builds. */
  kubectl: /^kubectl (?!kustomize )/,
  /** Needs a registry: the arguments are those of the Dockerfile. */
  image: /^docker (build|push) /,
  /** supervisor/backup has tests of its own. */
  backup: /^npx errata (backup|restore) \S+$/,
} as const
const of = (kind: keyof typeof KINDS) => commands.filter(command => KINDS[kind].test(command))

test('every command of the page is tried in one way', () => {
  const ways = commands.map(command => ({
    command,
    kinds: Object.values(KINDS).filter(kind => kind.test(command)).length,
  }))
  expect(commands.length).toBeGreaterThan(30)
  expect(ways.filter(({ kinds }) => kinds !== 1)).toEqual([])
})

test.each(of('run'))('%s', command => {
  const { port } = new URL(stack.deskUrl)
  const own = command
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace('http://127.0.0.1:8888/metrics', stack.metricsUrl)
    .replace(
      'npx errata check',
      `${process.execPath} supervisor/run.mjs check --url ${stack.deskUrl} --otlp ${stack.otlpUrl}`,
    )
  const { status, stdout, stderr } = spawnSync('sh', ['-c', own], { cwd: root, encoding: 'utf8' })

  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ready|otelcol_exporter_queue_size\{|All probes passed/m)
  expect(status).toBe(0)
})

test('make-secrets.ts makes every file that a command of the page reads', () => {
  expect(of('secrets').length).toBeGreaterThan(0)
  execFileSync(process.execPath, ['deploy/compose/make-secrets.ts', join(work, 'secrets')], { cwd: root })
  const read = commands.flatMap(command =>
    [...command.matchAll(/deploy\/compose\/(secrets\/[\w.-]+)/g)].map(([, file = '']) => file),
  )

  expect(read.length).toBeGreaterThan(3)
  for (const file of read) expect(existsSync(join(work, file)), file).toBe(true)
})

test('commands of systemd name scripts, files and units that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const command of of('systemd')) {
    const [, script = 'build'] = /^npm run (\S+)/.exec(command) ?? []
    expect(Object.keys(scripts), command).toContain(script)
    for (const [file] of command.matchAll(/(?<=[ "])(deploy|collector)\/[\w./-]+/g))
      expect(listFiles(), command).toContain(file)
    for (const [unit] of command.matchAll(/(?<= )errata-\w+\.service/g))
      expect(existsSync(join(root, 'deploy/systemd', unit)), command).toBe(true)
  }
})

test('in compose, the override file of the page publishes ClickHouse', async () => {
  const override = [...page.matchAll(/`((?:services|networks): \{ .+? \})`/g)].map(([, part]) => part).join('\n')
  const [file = '', ...first] = (await findCompose(() => {})) ?? []
  writeFileSync(join(work, 'override.yaml'), override)
  const { stdout, stderr } = spawnSync(
    file,
    [...first, '-f', 'deploy/compose/compose.yaml', '-f', join(work, 'override.yaml'), 'config', '--format', 'json'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ERRATA_URL: 'https://errata.example.com' } },
  )
  expect(stderr).toBe('')
  const { clickhouse } = JSON.parse(stdout).services
  expect(clickhouse.ports).toMatchObject([{ host_ip: '127.0.0.1', target: 8123, published: '8123' }])
  expect(Object.keys(clickhouse.networks).toSorted()).toEqual(['backup', 'store'])
})

test('Compose takes the file, with the setting that the page writes, and its commands have services of it', async () => {
  const compose = await findCompose(() => {})
  const [line = ''] = of('env')
  const setting = /ERRATA_URL=\S+/.exec(line)?.[0].slice('ERRATA_URL='.length) ?? ''
  if (compose === undefined) throw new Error('There is no Docker Compose, nor Go to build it with')
  const [file, ...first] = compose
  const config = (...args: string[]) =>
    spawnSync(file, [...first, '-f', 'deploy/compose/compose.yaml', 'config', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ERRATA_URL: setting, SECRETS_DIR: join(work, 'secrets') },
    })
  const services = config('--services').stdout.trim().split('\n')

  expect(config('--quiet')).toMatchObject({ status: 0, stderr: '' })
  for (const command of of('compose')) {
    const [, verb = '', rest = ''] = /^docker compose -f deploy\/compose\/compose\.yaml (\w+)(.*)$/.exec(command) ?? []
    expect(['build', 'up', 'logs', 'config'], command).toContain(verb)
    const options = [...rest.matchAll(/--?[a-z][a-z-]*/g)].map(([option]) => option)
    const help = spawnSync(file, [...first, verb, '--help'], { encoding: 'utf8' }).stdout
    for (const option of options) expect(help, command).toContain(option)
    if (verb === 'logs') expect(services, command).toContain(rest.trim().split(' ').at(-1))
  }
})

test.skipIf(promtool === undefined).each(of('promtool'))('%s', command => {
  const [, ...args] = command.split(' ')
  if (promtool !== undefined)
    expect(
      runTool(
        [promtool],
        args.map(arg => (arg.includes('/') ? join(root, arg) : arg)),
      ),
    ).toContain('SUCCESS')
})

test('each alert has a section of the runbook, and asks for metrics that a Collector has', async () => {
  const rules = readFileSync(join(root, 'deploy/prometheus/errata-rules.yaml'), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  const anchors = [...rules.matchAll(/runbook: docs\/production\.md#(\w+)/g)].map(([, anchor]) => anchor)

  expect(alerts.length).toBeGreaterThan(4)
  expect(headings).toEqual(expect.arrayContaining(alerts))
  expect(anchors).toEqual(alerts.map(name => name.toLowerCase()))

  const exported = await (await fetch(stack.metricsUrl)).text()
  const asked = new Set([...rules.matchAll(/otelcol_[\w(|)]+[a-z]\)?/g)].flatMap(([name]) => expandNames(name)))
  expect(asked.size).toBeGreaterThan(8)
  // Counters of failures begin with the first one.
  const missing = [...asked].filter(name => !exported.includes(`${name}{`) && !OF_FAILURES.test(name))
  expect(missing).toEqual([])
})

/** e2e/ingest/losses.spec.ts notices if the Collector renames one. */
const OF_FAILURES =
  /^otelcol_(exporter_(enqueue_failed|send_failed)|receiver_refused)_(spans|log_records|metric_points)$/

/** Every name that a pattern with alternatives in brackets stands for. */
function expandNames(pattern: string): string[] {
  const [, before = '', inner = '', after = ''] = /^(\w*)\(([\w|]+)\)(.*)$/.exec(pattern) ?? []
  return inner === '' ? [pattern] : inner.split('|').flatMap(each => expandNames(`${before}${each}${after}`))
}

interface Built {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
  }
}
const build = (folder: string) => {
  if (kustomize === undefined) throw new Error('There is no kustomize')
  return runTool(kustomize, ['--load-restrictor', 'LoadRestrictionsNone', join(root, folder)])
}

test.skipIf(kustomize === undefined)('kustomize builds every folder that the page builds', () => {
  for (const command of of('kustomize')) {
    const [, folder = ''] =
      /^kubectl kustomize --load-restrictor LoadRestrictionsNone (\S+) > \S+\.yaml$/.exec(command) ?? []
    expect(build(folder), command).toContain('kind: ')
  }
})

test.skipIf(kustomize === undefined)('what kubectl is asked for is what kustomize built', () => {
  const built = ['deploy/kubernetes', 'deploy/kubernetes/orphaned-queue'].flatMap(folder =>
    parseAllDocuments(build(folder)).map((document): Built => document.toJS()),
  )
  const yaml = built.map(each => JSON.stringify(each)).join('\n')
  const claims = built.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => `queue-${metadata.name}-`)
  const exists = (kind: string, name: string) => {
    if (kind === 'pvc') return claims.some(prefix => name.startsWith(prefix))
    return built.some(each => each.kind.toLowerCase() === kind && each.metadata.name === name)
  }
  const files = new Set(commands.flatMap(command => [...command.matchAll(/> (\S+\.yaml)$/g)].map(([, file]) => file)))

  for (const command of of('kubectl')) {
    const namespace = / -n (\S+)/.exec(command)?.[1] ?? 'errata'
    expect(namespace, command).toBe('errata')
    for (const [, kind = '', name = ''] of command.matchAll(/ (deployment|statefulset|job|pod|pvc)[/ ]([\w-]+)/g))
      expect(exists(kind, name), command).toBe(true)
    const [, file = ''] = /apply -f (\S+)/.exec(command) ?? []
    if (file !== '') expect(files.has(file) || listFiles().includes(file), command).toBe(true)
    const [, secret = ''] = /create secret generic (\S+)/.exec(command) ?? []
    if (secret !== '') {
      expect(yaml, command).toContain(`"secretName":"${secret}"`)
      // Each key is a file that a setting names.
      for (const [, key = ''] of command.matchAll(/--from-file=([\w-]+)=/g))
        expect(yaml, command).toContain(`/run/secrets/errata/${key}"`)
    }
    const [, components = ''] = /app\.kubernetes\.io\/component in \(([^)]+)\)/.exec(command) ?? []
    const first = built.filter(({ metadata }) =>
      components.split(', ').includes(metadata.labels?.['app.kubernetes.io/component'] ?? ''),
    )
    if (components !== '')
      expect(first.map(({ kind }) => kind).toSorted(), command).toEqual([
        'ConfigMap',
        'Job',
        'Namespace',
        'NetworkPolicy',
        'NetworkPolicy',
        'ServiceAccount',
      ])
  }
})

test('an image is built with arguments that the Dockerfile has, and pushed under the same name', () => {
  const [build = '', push = ''] = of('image')
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, argument = '', value = '', image = ''] = /--build-arg (\w+)=(\S+) -t (\S+) \.$/.exec(build) ?? []

  expect(dockerfile).toMatch(new RegExp(`^ARG .*\\b${argument}=`, 'm'))
  expect([value, image.split(':').at(-1)]).toEqual([version, version])
  expect(push).toBe(`docker push ${image}`)
})
