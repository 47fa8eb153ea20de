import { ok } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { CLONE_DIR, type ComposeProject, openComposeProject } from '../../test/compose/compose-project.ts'
import type { Docker } from '../../test/compose/docker.ts'
import { checkRestarts, untilHealthy } from '../../test/compose/life-checks.ts'
import { checkProduction } from '../../test/compose/production-checks.ts'
import { endCommands } from '../../test/compose/run-command.ts'
import { checkComposeFile, checkContainers } from '../../test/compose/shape-checks.ts'
import { type CheckTally, createTally } from '../../test/compose/tally.ts'
import { checkTraffic } from '../../test/compose/traffic-checks.ts'
import { findCompose } from './find-compose.ts'
import { prepareImages, tidyImages } from './prepare-images.ts'
import { startDocker } from './start-docker.ts'

/**
 * `npm run test:compose`: brings the unchanged docker-compose.yml and deploy/compose/compose.yaml up under projects of their own, drives
 * them, and takes them down with everything that they made. Where no Docker engine is to be had it says so and passes with nothing; where
 * there is one, that nothing can run on it is a failure. The last line is `N passed, N failed`.
 */

/** `development` or `production` for one of the files; both otherwise. */
const [only] = process.argv.slice(2)
const productionImage = 'errata-test:production'
const buildDeadlineMs = 600_000
const why = 'a Docker engine runs here, so the stack has to run on it: see the lines above for what is missing'
const say = (line: string) => process.stdout.write(`${line}\n`)
const tally = createTally(say)
const undo: (() => Promise<unknown>)[] = []

let ending: Promise<void> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    say('Taking everything down…')
    endCommands()
    void end().finally(() => process.exit(130))
  })
}

try {
  const docker = await startDocker(say)
  if (docker !== undefined) await testOn(docker)
} catch (error) {
  await tally.check('the run came to its end', () => Promise.reject(error))
} finally {
  await end()
}
say(`${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)

async function testOn(docker: Docker): Promise<void> {
  undo.unshift(() => docker.stop())
  const command = await findCompose(say)
  await tally.check('there is Docker Compose v2, or Go and a network to build it with', () =>
    ok(command !== undefined, why),
  )
  if (command === undefined) return

  const standIns = await prepareImages(docker, imageNames(), say)
  await tally.check('the images can be pulled, or made here', () => ok(standIns !== undefined, why))
  if (standIns === undefined) return
  for (const image of standIns) say(`NOTE: ${image} is a stand-in made on this machine: ${whatItIs(image)}`)

  const project = await openComposeProject(docker, command)
  undo.unshift(() => tidyImages(docker, [...standIns, `${project.name}-desk`, productionImage]))
  if (only !== 'production') await testDevelopment(project)
  if (only !== 'development') await testProduction(docker, command, standIns)
  for (const image of standIns) say(`NOTE: the above rests on a stand-in for ${image}: ${whatItIs(image)}`)
}

async function testDevelopment(project: ComposeProject): Promise<void> {
  await project.compose(['down', '--volumes', '--remove-orphans'])
  undo.unshift(() => project.compose(['down', '--volumes', '--remove-orphans']))
  await checkComposeFile(project, tally)
  const up = await tally.check(
    'docker compose up brings the desk, the Collector and ClickHouse up, healthy',
    async () => {
      await project.compose(['up', '--build', '--detach'], { deadlineMs: buildDeadlineMs })
      await untilHealthy(project)
    },
  )
  if (up) await drive(project, tally)
  else say(await project.lastLogLines())
}

/** deploy/compose/compose.yaml with secrets of its own. A stand-in for ClickHouse makes its users from the passwords. */
async function testProduction(docker: Docker, command: readonly [string, ...string[]], standIns: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'errata-secrets-'))
  undo.unshift(async () => rmSync(folder, { recursive: true, force: true }))
  execFileSync(process.execPath, [join(CLONE_DIR, 'deploy/compose/make-secrets.ts'), folder])
  // Other users enter it in containers, where the files are mounted one by one.
  const passwords = ['errata_desk', 'errata_collector', 'errata_schema', 'secret-key']
  const secrets = passwords.map(name => readFileSync(join(folder, name), 'utf8'))
  const isStandIn = standIns.some(image => image.startsWith('clickhouse/'))
  const project = await openComposeProject(docker, command, {
    files: ['deploy/compose/compose.yaml', ...(isStandIn ? ['.ci/compose/stand-in.yaml'] : [])],
    settings: { SECRETS_DIR: folder, ERRATA_URL: 'https://errata.example.com', ERRATA_IMAGE: productionImage },
  })
  await project.compose(['down', '--volumes', '--remove-orphans'])
  undo.unshift(() => project.compose(['down', '--volumes', '--remove-orphans']))
  const up = await tally.check('the production file comes up, healthy, with three users of the database', async () => {
    await project.compose(['up', '--build', '--detach'], { deadlineMs: buildDeadlineMs })
    await untilHealthy(project)
  })
  if (up) await checkProduction(project, tally, secrets)
  else say(await project.lastLogLines())
}

async function drive(project: ComposeProject, tally: CheckTally): Promise<void> {
  await checkContainers(project, tally)
  await using browser = await openBrowser()
  const failedBefore = tally.failed
  const pageTraceId = await checkTraffic(project, browser, tally)
  if (tally.failed > failedBefore) say(await project.lastLogLines())
  await checkRestarts(project, browser, tally, pageTraceId)
}

/** Undoes what was done, newest first, once. */
function end(): Promise<void> {
  ending ??= (async () => {
    for (const step of undo) await step().catch(error => say(String(error)))
  })()
  return ending
}

function imageNames() {
  const compose = readFileSync(join(CLONE_DIR, 'docker-compose.yml'), 'utf8')
  const dockerfile = readFileSync(join(CLONE_DIR, 'Dockerfile'), 'utf8')
  const named = (text: string, pattern: RegExp) => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`No image is named by ${pattern}`)
    return found
  }
  return {
    node: named(dockerfile, /^FROM (node:\S+)/m),
    otelcol: named(compose, /image: (otel\/\S+)/),
    clickhouse: named(compose, /image: (clickhouse\/\S+)/),
  }
}

function whatItIs(image: string): string {
  if (image.startsWith('clickhouse/')) {
    return "engine/: ClickHouse's own server out of chDB's library, NOT the official image. What only that does is not tested here."
  }
  if (image.startsWith('otel/')) return 'the Collector that npm start uses, with the components that we build it with.'
  return "Debian's packages and the Node that this repository pins."
}
