import { deepStrictEqual, ok } from 'node:assert/strict'
import { once } from 'node:events'
import type { Browser } from 'playwright-core'
import { poll } from '../poll.ts'
import type { ComposeProject } from './compose-project.ts'
import { tryCommand } from './run-command.ts'
import type { CheckTally } from './tally.ts'
import { checkTraceScreen } from './traffic-checks.ts'

const healthyDeadlineMs = 300_000
const stopDeadlineMs = 120_000

/** Waits until every service with a health check is healthy. */
export async function untilHealthy(project: ComposeProject): Promise<void> {
  const wanted = ['clickhouse', 'desk', 'otelcol-health']
  await poll(
    async () => {
      const containers = await project.listContainers()
      return containers.map(({ Service, State, Health }) => `${Service} ${State} ${Health}`.trim()).toSorted()
    },
    states => wanted.every(service => states.includes(`${service} running healthy`)),
    healthyDeadlineMs,
  )
}

/** Down, up again in the foreground, Ctrl-C, and down with the data. */
export async function checkRestarts(
  project: ComposeProject,
  browser: Browser,
  tally: CheckTally,
  pageTraceId: string,
): Promise<void> {
  await tally.check('a stop ends every service by itself, none has to be killed', async () => {
    await project.compose(['stop'])
    await noneWasKilled(project)
    await project.compose(['down'])
    deepStrictEqual(await project.listContainers(), [])
  })

  const foreground = project.spawnCompose(['up'])
  await tally.check('everything is healthy again after down and up', () => untilHealthy(project))

  await tally.check('the trace from before is there after down and up', async () => {
    ok(pageTraceId !== '', 'there was no trace to look for')
    const page = await browser.newPage()
    try {
      await checkTraceScreen(page, `${project.deskUrl}/traces/${pageTraceId}`)
    } finally {
      await page.close()
    }
  })

  await tally.check('Ctrl-C ends docker compose up and every container, none has to be killed', async () => {
    const ended = once(foreground, 'exit', { signal: AbortSignal.timeout(stopDeadlineMs) })
    foreground.kill('SIGINT')
    await ended
    await noneWasKilled(project)
  })

  await tally.check('down with --volumes leaves no container, network or volume', async () => {
    await project.compose(['down', '--volumes'])
    const { env } = project.docker
    const ofProject = ['--quiet', '--filter', `label=com.docker.compose.project=${project.name}`]
    for (const kind of [
      ['ps', '--all'],
      ['network', 'ls'],
      ['volume', 'ls'],
    ]) {
      const { stdout } = await tryCommand('docker', [...kind, ...ofProject], { env })
      deepStrictEqual(stdout.trim(), '', kind.join(' '))
    }
  })
}

export async function noneWasKilled(project: ComposeProject): Promise<void> {
  const containers = await project.listContainers()
  ok(containers.length > 0)
  const killed = containers.filter(container => !hasEndedProperly(container))
  deepStrictEqual(
    killed.map(({ Service, State, ExitCode }) => `${Service} ${State} ${ExitCode}`),
    [],
  )
}

/**
 * Whether a container ended properly. 143: by SIGTERM, for services without cleanup. 1: only the Collector, which cannot send its last
 * metrics to its own, already closed receiver; its queue is on disk.
 */
export function hasEndedProperly({ Service, State, ExitCode }: Ended): boolean {
  return State === 'exited' && (ExitCode === 0 || ExitCode === 143 || (ExitCode === 1 && Service === 'otelcol'))
}

interface Ended {
  readonly Service: string
  readonly State: string
  readonly ExitCode: number
}
