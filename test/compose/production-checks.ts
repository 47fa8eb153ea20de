import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { poll } from '../poll.ts'
import type { ComposeProject } from './compose-project.ts'
import { noneWasKilled } from './life-checks.ts'
import type { CheckTally } from './tally.ts'
import { sendSpan } from './traffic-checks.ts'

const arrivalDeadlineMs = 60_000

/** Checks of deploy/compose, running, that docker-compose.yml does not share. The secrets are those that the project was given. */
export async function checkProduction(
  project: ComposeProject,
  tally: CheckTally,
  secrets: readonly string[],
): Promise<void> {
  const { docker, ports, deskUrl } = project
  const running = async () => (await project.listContainers()).filter(({ State }) => State === 'running')
  const inDesk = (script: string) => project.compose(['exec', '-T', 'desk', 'node', '-e', script])

  await tally.check('nothing but the desk, OTLP and the metrics is published, on loopback alone', async () => {
    const published = await Promise.all(
      (await running()).map(async ({ ID, Service }) => {
        const lines = (await docker.docker(['port', ID])).split('\n').filter(line => line !== '')
        return lines.map(line => `${Service} ${line.replace(/^.* -> /, '')}`)
      }),
    )
    const expected = [
      `desk 127.0.0.1:${ports.desk}`,
      ...[ports.grpc, ports.http, ports.metrics].map(port => `otelcol 127.0.0.1:${port}`),
    ]
    deepStrictEqual(published.flat().toSorted(), expected.toSorted())
  })

  await tally.check('no secret stands in the environment or the command of a container', async () => {
    for (const { ID, Service } of await project.listContainers()) {
      const told = await docker.docker(['container', 'inspect', ID])
      ok(!secrets.some(secret => told.includes(secret)), Service)
    }
  })

  await tally.check('no process runs as root', async () => {
    for (const { ID, Service } of await running()) {
      const [, ...processes] = (await docker.docker(['top', ID, '-eo', 'uid,pid,args'])).split('\n')
      deepStrictEqual(
        processes.filter(line => /^\s*0\s/.test(line)),
        [],
        Service,
      )
    }
  })

  await tally.check('the desk lives, and who opens a page has to sign in', async () => {
    strictEqual((await fetch(`${deskUrl}/readyz`)).status, 200)
    const page = await fetch(`${deskUrl}/issues`, { redirect: 'manual' })
    ok([302, 303].includes(page.status), String(page.status))
    ok(page.headers.get('location')?.includes('/sign-in'), page.headers.get('location') ?? '')
  })

  await tally.check('a span sent over OTLP is stored, by the user of the Collector', async () => {
    const traceId = await sendSpan(ports.http)
    await poll(
      async () => (await fetch(`${deskUrl}/readyz?trace=${traceId}`)).status,
      status => status === 200,
      arrivalDeadlineMs,
    )
  })

  await tally.check("the desk's user reads telemetry and cannot write it", async () => {
    const ask = (statement: string) =>
      inDesk(
        `fetch(process.env.CLICKHOUSE_URL, { method: 'POST', body: ${JSON.stringify(statement)}, headers: { 'x-clickhouse-user': process.env.CLICKHOUSE_USER, 'x-clickhouse-key': require('fs').readFileSync(process.env.CLICKHOUSE_PASSWORD_FILE, 'utf8') } }).then(async r => console.log(r.status, await r.text()))`,
      )
    const read = await ask(`SELECT count() > 0 FROM otel.${TABLES.spans}`)
    ok(read.startsWith('200 '), read)
    const written = await ask(`INSERT INTO otel.${TABLES.spans} SELECT * FROM otel.${TABLES.spans} WHERE 0`)
    ok(written.includes('ACCESS_DENIED'), written)
  })

  await tally.check('a stop ends every service by itself, none has to be killed', async () => {
    await project.compose(['stop'])
    await noneWasKilled(project)
  })
}
