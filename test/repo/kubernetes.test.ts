import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../config.ts'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'

const FOLDER = 'deploy/kubernetes'
const text = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')
const packageJson: { version: string } = JSON.parse(text('package.json'))

const labels = z.record(z.string(), z.string())
const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  failureThreshold: z.number().optional(),
})
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).default([]),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.strictObject({ configMapRef: z.object({ name: z.string() }) })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
  resources: z.object({ requests: labels, limits: labels }),
  securityContext: z.unknown(),
  volumeMounts: z
    .array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }))
    .default([]),
})
const podSpec = z.object({
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: z.number().default(30),
  securityContext: z.object({
    runAsNonRoot: z.boolean(),
    runAsUser: z.number(),
    fsGroup: z.number(),
    seccompProfile: z.unknown(),
  }),
  initContainers: z.array(container).default([]),
  containers: z.array(container),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
})
type PodSpec = z.infer<typeof podSpec>
const resource = z.looseObject({
  kind: z.string(),
  metadata: z.object({ name: z.string(), labels }),
  spec: z.unknown().optional(),
})
const template = z.looseObject({ template: z.object({ metadata: z.object({ labels }), spec: podSpec }) })
const servicePorts = z.object({
  selector: labels,
  ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
})
const kustomization = z.looseObject({
  images: z.array(z.object({ name: z.string(), newTag: z.string() })),
  configMapGenerator: z.array(z.looseObject({ name: z.string(), files: z.array(z.string()).default([]) })),
})

const resources = ['namespace', 'desk', 'collector', 'schema', 'network']
  .flatMap(name => parseAllDocuments(text(`${FOLDER}/${name}.yaml`), { merge: true }).map(document => document.toJS()))
  .map(each => resource.parse(each))
const orphan = resource.parse(parse(text(`${FOLDER}/orphaned-queue/pod.yaml`)))
const find = (kind: string, name: string) => {
  const found = resources.find(each => each.kind === kind && each.metadata.name === name)
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`)
  return found
}
const pods: Record<string, PodSpec> = {
  desk: template.parse(find('Deployment', 'errata-desk').spec).template.spec,
  collector: template.parse(find('StatefulSet', 'errata-collector').spec).template.spec,
  schema: template.parse(find('Job', 'errata-schema').spec).template.spec,
  orphan: podSpec.parse(orphan.spec),
}
const containersOf = ({ initContainers, containers }: PodSpec) => [...initContainers, ...containers]
const main = (pod: string) => {
  const found = pods[pod]?.containers[0]
  if (found === undefined) throw new Error(`${pod} has no container`)
  return found
}
const settings = Object.fromEntries(
  [...text(`${FOLDER}/settings.env`).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)
/** The environment of a container; its secrets are files here. */
const environmentOf = (pod: string) => ({
  ...(main(pod).envFrom.some(({ configMapRef }) => configMapRef.name === 'errata-settings') && settings),
  ...Object.fromEntries(main(pod).env.map(({ name, value }) => [name, value])),
})
const secrets = mkdtempSync(join(tmpdir(), 'errata-secrets-'))
afterAll(() => rmSync(secrets, { recursive: true }))
const withSecrets = (env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value]
      const file = join(secrets, name)
      writeFileSync(file, 'a secret of at least thirty-two characters')
      return [name, file]
    }),
  )

/** Settings of the Collector alone: whatever starts it sets them, and Go's own. */
const OF_COLLECTOR = ['ERRATA_QUEUE_DIR', 'ERRATA_EVENT_NAME_ATTRIBUTE', 'GOMEMLIMIT', 'GOGC']
const known = new Set([...text('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name))

test.each(['desk', 'collector', 'schema', 'orphan'])('every setting of %s is one of .env.example', pod => {
  const names = Object.keys(environmentOf(pod))
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter(name => !known.has(name) && !OF_COLLECTOR.includes(name))).toEqual([])
})

test('the desk starts with its settings: people sign in, in front is one proxy, and it sends to the service of the Collectors', () => {
  const config = readConfig(withSecrets(environmentOf('desk')))

  expect(config.desk).toMatchObject({ host: '0.0.0.0', proxies: 1, publicUrl: 'https://errata.example.com' })
  expect(config.login.mode).toBe('password')
  expect(config.clickhouse).toMatchObject({ embedded: false, user: 'errata_desk' })
  expect(config.lab.enabled).toBe(false)
  const { ports } = servicePorts.parse(find('Service', 'errata-otlp').spec)
  const portOf = (name: string) => ports.find(port => port.name === name)?.port
  expect(config.otlp.url).toBe(`http://errata-otlp:${portOf('otlp-http')}`)
  expect(config.otlp.browserUrl).toBe(`http://errata-otlp:${portOf('otlp-browser')}`)
})

test('each part has its own user of the database, with its password in a file, and all have one database', () => {
  expect(['desk', 'collector', 'schema', 'orphan'].map(pod => environmentOf(pod)['CLICKHOUSE_USER'])).toEqual([
    'errata_desk',
    'errata_collector',
    'errata_schema',
    'errata_collector',
  ])
  const passwords = ['desk', 'schema'].map(pod => readConfig(withSecrets(environmentOf(pod))).clickhouse)
  expect(new Set(passwords.map(({ url }) => url))).toEqual(new Set([settings['CLICKHOUSE_URL']]))
  for (const pod of Object.values(pods))
    for (const { env } of containersOf(pod)) expect(env.map(({ name }) => name)).not.toContain('CLICKHOUSE_PASSWORD')
})

test('ports are those of config.ts', () => {
  const { desk, otlp, otelcol } = readConfig({})
  const ports = Object.values(pods).flatMap(({ containers }) => containers.flatMap(each => each.ports))

  expect(Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))).toEqual({
    http: desk.port,
    'otlp-grpc': otlp.grpcPort,
    'otlp-http': otlp.httpPort,
    'otlp-browser': otlp.browserPort,
    health: otelcol.healthPort,
    metrics: otelcol.metricsPort,
  })
})

test('services lead to ports and labels that pods have', () => {
  const labelsOf = { desk: 'Deployment', collector: 'StatefulSet' } as const
  for (const { metadata, spec } of resources.filter(({ kind }) => kind === 'Service')) {
    const { selector, ports } = servicePorts.parse(spec)
    const component = selector['app.kubernetes.io/component'] === 'desk' ? 'desk' : 'collector'
    const { template: pod } = template.parse(find(labelsOf[component], `errata-${component}`).spec)
    expect(pod.metadata.labels, metadata.name).toMatchObject(selector)
    const named = pod.spec.containers.flatMap(each => each.ports)
    for (const { targetPort, port, name } of ports) {
      const containerPort = named.find(each => each.name === targetPort)?.containerPort
      expect(containerPort, `${metadata.name} ${name}`).toBe(targetPort === 'http' ? 3000 : port)
    }
  }
})

test('probes ask what answers: /livez and /readyz of the desk, the health check of the Collector', () => {
  const asked = (pod: string) => {
    const { startupProbe, livenessProbe, readinessProbe } = main(pod)
    return [startupProbe, livenessProbe, readinessProbe].map(
      each => each && `${each.httpGet.port} ${each.httpGet.path}`,
    )
  }
  expect(asked('desk')).toEqual(['http /livez', 'http /livez', 'http /readyz'])
  expect(asked('collector')).toEqual(['health /', 'health /', 'health /'])
  expect(text('app/routes.ts')).toMatch(/route\('livez'[\s\S]*route\('readyz'/)
})

test('the Collector gets the files of compose, in the same order, then its password, and each is a file of the repository', () => {
  const compose = [
    ...text('docker-compose.yml').matchAll(
      /^ +- \.\/(?:\$\{\w+:-)?(collector-[\w-]+\.yaml)\}?:\/etc\/otelcol-contrib/gm,
    ),
  ]
  const files = main('collector').args.map(arg => arg.replace('--config=/etc/otelcol-contrib/', ''))
  const generated = (folder: string, name: string) =>
    kustomization
      .parse(parse(text(`${folder}/kustomization.yaml`)))
      .configMapGenerator.find(each => each.name === name)
      ?.files.map(file => join(folder, file))

  expect(files).toEqual([...compose.map(([, file]) => file), 'collector-secrets.yaml'])
  expect(generated(FOLDER, 'errata-collector-config')).toEqual(files)
  expect(main('orphan').args.slice(0, -1)).toEqual(main('collector').args)
  expect(generated(`${FOLDER}/orphaned-queue`, 'errata-orphaned-queue-config')).toEqual([
    ...files,
    'collector/send-queue.yaml',
  ])
  for (const file of files) expect(existsSync(join(REPOSITORY_DIR, file)), file).toBe(true)
})

test('an orphaned queue is sent with the environment and by the user of the Collector that filled it', () => {
  expect(main('orphan').env).toEqual(main('collector').env)
  expect(pods['orphan']?.securityContext).toEqual(pods['collector']?.securityContext)
  expect(pods['orphan']?.initContainers).toEqual(pods['collector']?.initContainers)
})

test.each(['desk', 'collector', 'schema', 'orphan'])(
  '%s runs without root, capabilities, a writable root and a token of Kubernetes, within bounds of memory',
  name => {
    const pod = pods[name]
    expect(pod?.automountServiceAccountToken).toBe(false)
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(pod?.securityContext.runAsUser).toBeGreaterThan(999)
    for (const { securityContext, resources: bounds } of pod === undefined ? [] : containersOf(pod)) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(Object.keys(bounds.requests)).toEqual(['cpu', 'memory'])
      expect(bounds.limits).toHaveProperty('memory')
    }
  },
)

test('what is mounted exists, and only data, queue and /tmp can be written', () => {
  for (const [name, pod] of Object.entries(pods)) {
    const claims = name === 'collector' ? ['queue'] : []
    const volumes = [...pod.volumes.map(volume => volume.name), ...claims]
    for (const { volumeMounts } of containersOf(pod)) {
      expect(volumes, name).toEqual(expect.arrayContaining(volumeMounts.map(mount => mount.name)))
      const writable = volumeMounts.filter(({ readOnly }) => readOnly !== true).map(mount => mount.name)
      expect(['data', 'queue', 'tmp'], name).toEqual(expect.arrayContaining(writable))
    }
  }
})

test('a pod that ends has the time that the desk takes to end, and the Collector that of npm start', () => {
  const graceSeconds = (pod: string) =>
    (pods[pod]?.terminationGracePeriodSeconds ?? 0) - (main(pod).lifecycle?.preStop.sleep.seconds ?? 0)
  const [, stop = ''] = /async function stop\(\)[^{]*\{([\s\S]*?)\n\}/.exec(text('server.ts')) ?? []
  const deadlinesMs = [...stop.matchAll(/(\d+)_000\b/g)].map(([, seconds]) => Number(seconds) * 1_000)
  const [, collector = ''] =
    /watch: \(\) => watchCollector[\s\S]*?stopDeadlineMs: ([\d_]+)/.exec(text('supervisor/processes.ts')) ?? []

  expect(deadlinesMs.length).toBeGreaterThanOrEqual(2)
  expect(graceSeconds('desk') * 1_000).toBeGreaterThan(deadlinesMs.reduce((sum, each) => sum + each, 0))
  expect(graceSeconds('collector') * 1_000).toBeGreaterThan(Number(collector.replaceAll('_', '')))
  expect(Number(collector.replaceAll('_', ''))).toBeGreaterThan(0)
})

test('two of each run, one may be drained at a time, and a queue outlives its Collector', () => {
  const replicas = z.looseObject({ replicas: z.number() })
  expect(
    [find('Deployment', 'errata-desk'), find('StatefulSet', 'errata-collector')].map(
      ({ spec }) => replicas.parse(spec).replicas,
    ),
  ).toEqual([2, 2])
  for (const name of ['desk', 'collector']) {
    expect(find('PodDisruptionBudget', `errata-${name}`).spec).toMatchObject({
      maxUnavailable: 1,
      selector: { matchLabels: { 'app.kubernetes.io/component': name } },
    })
  }
  const collector = find('StatefulSet', 'errata-collector').spec
  expect(collector).toMatchObject({
    serviceName: 'errata-collector',
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
  })
  expect(find('Service', 'errata-collector').spec).toMatchObject({ clusterIP: 'None' })
})

test('the claim holds every queue at its largest, and the copy of one', () => {
  const limits = text('collector-limits.yaml')
  const maxSizeBytes = Number(/^ +max_size: \$\{env:ERRATA_QUEUE_FILE_BYTES:-(\d+)\}/m.exec(limits)?.[1])
  // Traces, logs and metrics, and traces and logs of noise.
  const [, claimGib = ''] = /requests: \{ storage: (\d+)Gi \}/.exec(text(`${FOLDER}/collector.yaml`)) ?? []
  const pipelines = [...text('collector-config.yaml').matchAll(/^ {6}exporters: \[clickhouse(?:\/noise)?\]$/gm)].length

  expect(pipelines).toBeGreaterThanOrEqual(5)
  expect(Number(claimGib) * 2 ** 30).toBeGreaterThanOrEqual(6 * maxSizeBytes)
})

test('nothing is reached or reaches but by name: ports of policies are ports of containers', () => {
  const policies = resources.filter(({ kind }) => kind === 'NetworkPolicy')
  const named = new Set(
    Object.values(pods).flatMap(({ containers }) => containers.flatMap(each => each.ports.map(port => port.name))),
  )
  const rule = z.object({ from: z.array(z.unknown()).min(1), ports: z.array(z.object({ port: z.string() })).min(1) })
  const policy = z.looseObject({ ingress: z.array(rule).default([]) })

  expect(find('NetworkPolicy', 'errata-nothing-else').spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
  })
  const ports = policies.flatMap(({ spec }) =>
    policy.parse(spec).ingress.flatMap(each => each.ports.map(({ port }) => port)),
  )
  expect(ports.filter(port => !named.has(port))).toEqual([])
  expect([...new Set(ports)].toSorted()).toEqual(['http', 'metrics', 'otlp-browser', 'otlp-grpc', 'otlp-http'])
})

test('images are of this version, and of the Collector that is tested', () => {
  const [, collector] = /COLLECTOR_VERSION = '([^']+)'/.exec(text('collector/cache.ts')) ?? []
  for (const folder of [FOLDER, `${FOLDER}/orphaned-queue`]) {
    expect(kustomization.parse(parse(text(`${folder}/kustomization.yaml`))).images).toEqual([
      { name: 'errata', newTag: packageJson.version },
      { name: 'otel/opentelemetry-collector-contrib', newTag: collector },
    ])
  }
})

test('commands run files that the image has', () => {
  const dockerfile = text('Dockerfile')
  const scripts = Object.values(pods).flatMap(pod =>
    containersOf(pod).flatMap(({ command = [] }) => command.slice(1, 2)),
  )
  expect(scripts).toContain('store/schema/main.ts')
  for (const script of scripts) {
    expect(listFiles()).toContain(script)
    expect(dockerfile).toMatch(new RegExp(`/desk/(${script}|${script.replace(/\/[^/]+$/, '')}) `))
  }
})
