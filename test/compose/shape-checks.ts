import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { z } from 'zod'
import type { ComposeProject } from './compose-project.ts'
import type { CheckTally } from './tally.ts'

const portBindings = z.record(z.string(), z.array(z.object({ HostIp: z.string(), HostPort: z.string() })).nullable())
const inspected = z.tuple([
  z.object({
    NetworkSettings: z.object({ Ports: portBindings }),
    HostConfig: z.object({
      ReadonlyRootfs: z.boolean(),
      Privileged: z.boolean(),
      CapDrop: z.array(z.string()).nullable(),
      SecurityOpt: z.array(z.string()).nullable(),
    }),
  }),
])
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      ports: z.array(z.object({ host_ip: z.string(), published: z.string(), target: z.number() })).default([]),
    }),
  ),
})

/** Checks of the file, before anything runs. */
export async function checkComposeFile(project: ComposeProject, tally: CheckTally): Promise<void> {
  await tally.check('docker compose finds nothing to complain about in the file', async () => {
    strictEqual((await project.composeWithDefaults(['config', '--quiet'])).output, '')
  })

  await tally.check('by default the desk, the lab and OTLP are published, on loopback alone', async () => {
    const { stdout } = await project.composeWithDefaults(['config', '--format', 'json'])
    const { services } = composeFile.parse(JSON.parse(stdout))
    const published = Object.entries(services).flatMap(([service, { ports }]) =>
      ports.map(port => `${service} ${port.host_ip}:${port.published}`),
    )
    deepStrictEqual(published.toSorted(), [
      'desk 127.0.0.1:3000',
      'desk 127.0.0.1:3001',
      'otelcol 127.0.0.1:4317',
      'otelcol 127.0.0.1:4318',
    ])
  })
}

/** Checks of the running containers from outside. */
export async function checkContainers(project: ComposeProject, tally: CheckTally): Promise<void> {
  const { docker, ports } = project
  const all = await project.listContainers()
  const running = all.filter(({ State }) => State === 'running')
  const inspect = async (id: string) =>
    inspected.parse(JSON.parse(await docker.docker(['container', 'inspect', id])))[0]

  await tally.check('the jobs ran to their end and the services stay', () => {
    const states = all.map(({ Service, State, ExitCode }) => `${Service} ${State} ${ExitCode}`)
    deepStrictEqual(states.toSorted(), [
      'clickhouse running 0',
      'desk running 0',
      'otelcol running 0',
      'otelcol-health running 0',
      'otelcol-queue exited 0',
      'schema exited 0',
    ])
  })

  await tally.check('nothing but the desk, the lab and OTLP can be reached from this machine', async () => {
    const open: string[] = []
    for (const { ID, Service } of running) {
      const bindings = Object.values((await inspect(ID)).NetworkSettings.Ports).flatMap(each => each ?? [])
      open.push(...bindings.map(({ HostIp, HostPort }) => `${Service} ${HostIp}:${HostPort}`))
    }
    const expected = [
      `desk 127.0.0.1:${ports.desk}`,
      `desk 127.0.0.1:${ports.labOrigin}`,
      `otelcol 127.0.0.1:${ports.grpc}`,
      `otelcol 127.0.0.1:${ports.http}`,
    ]
    deepStrictEqual(open.toSorted(), expected.toSorted())
  })

  await tally.check('no process of any container runs as root', async () => {
    for (const { ID, Service } of running) {
      const [, ...processes] = (await docker.docker(['top', ID, '-eo', 'uid,pid,args'])).split('\n')
      ok(processes.length > 0, `${Service} has no process`)
      const asRoot = processes.filter(line => /^\s*0\s/.test(line))
      deepStrictEqual(asRoot, [], `${Service} has processes of root`)
    }
  })

  await tally.check(
    'no container has a capability or can gain one; only ClickHouse may write its own file system',
    async () => {
      for (const { ID, Service } of running) {
        const { HostConfig } = await inspect(ID)
        strictEqual(HostConfig.Privileged, false, Service)
        deepStrictEqual(HostConfig.CapDrop, ['ALL'], Service)
        deepStrictEqual(HostConfig.SecurityOpt, ['no-new-privileges:true'], Service)
        strictEqual(HostConfig.ReadonlyRootfs, Service !== 'clickhouse', Service)
      }
    },
  )

  await tally.check("the desk's image carries neither the embedded engine nor what only a build needs", async () => {
    const listed = await project.compose(['exec', '-T', 'desk', 'ls', 'node_modules', 'node_modules/@errata'])
    const packages = new Set(listed.split('\n'))
    ok(packages.has('react-router') && packages.has('otel'), listed)
    for (const name of ['chdb', '@chdb', 'node', 'vite', 'typescript', 'playwright-core']) {
      ok(!packages.has(name), `${name} is in the image`)
    }
  })
}
