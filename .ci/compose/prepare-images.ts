import type { Docker } from '../../test/compose/docker.ts'
import { tryCommand } from '../../test/compose/run-command.ts'
import { standInVersion } from './import-image.ts'
import { makeBaseImage } from './make-base-image.ts'
import { makeClickhouseImage, makeCollectorImage } from './make-service-images.ts'

/** The images that docker-compose.yml and the Dockerfile name. */
export interface ImageNames {
  readonly node: string
  readonly otelcol: string
  readonly clickhouse: string
}

/** A few kilobytes: whether it can be pulled is known soon. */
const probeImage = 'hello-world'
const probeDeadlineMs = 30_000
const pullDeadlineMs = 600_000

/**
 * Pulls the official images, or makes stand-ins under their names where there is no registry.
 *
 * @returns The names of those that are stand-ins; `undefined` when there is neither a registry nor what making them takes, and
 * `say` was then told so.
 */
export async function prepareImages(
  docker: Docker,
  names: ImageNames,
  say: (line: string) => void,
): Promise<readonly string[] | undefined> {
  const all = [names.node, names.otelcol, names.clickhouse]
  const missing = await asyncFilter(all, async image => !(await isOfficial(docker, image)))
  if (missing.length === 0) return []
  const pullable = await pull(docker, probeImage, probeDeadlineMs)
  if (pullable) await tryCommand('docker', ['image', 'rm', probeImage], { env: docker.env })
  if (!pullable) say('No image can be pulled from a registry here.')
  const standIns = await asyncFilter(missing, async image => {
    if (pullable) say(`Pulling ${image}…`)
    return !(pullable && (await pull(docker, image, pullDeadlineMs)))
  })

  if (standIns.length > 0 && !(await canDebootstrap())) {
    say('Images can neither be pulled here nor made, which takes root and debootstrap.')
    return undefined
  }
  if (standIns.includes(names.node) || standIns.includes(names.clickhouse)) await makeBaseImage(docker, names.node, say)
  if (standIns.includes(names.otelcol)) await makeCollectorImage(docker, names.otelcol, say)
  if (standIns.includes(names.clickhouse)) {
    await makeClickhouseImage(docker, { image: names.clickhouse, base: names.node }, say)
  }
  return standIns
}

/**
 * Leaves an engine that others use as it was: a name must not mean something else to them tomorrow. In our own, the images stay for
 * the next run, and what no name points to any more goes.
 */
export async function tidyImages(docker: Docker, madeHere: readonly string[]): Promise<void> {
  const commands = docker.isPrivate
    ? [
        ['image', 'prune', '--force'],
        ['builder', 'prune', '--force', '--keep-storage', '3GB'],
      ]
    : madeHere.map(image => ['image', 'rm', '--force', image])
  for (const command of commands) await tryCommand('docker', command, { env: docker.env })
}

async function canDebootstrap(): Promise<boolean> {
  return process.getuid?.() === 0 && (await tryCommand('debootstrap', ['--version'])).ok
}

async function isOfficial(docker: Docker, image: string): Promise<boolean> {
  return (await standInVersion(docker, image)) === ''
}

async function pull(docker: Docker, image: string, deadlineMs: number): Promise<boolean> {
  return (await tryCommand('docker', ['pull', '--quiet', image], { env: docker.env, deadlineMs })).ok
}

async function asyncFilter<T>(all: readonly T[], wanted: (one: T) => Promise<boolean>): Promise<T[]> {
  const chosen: T[] = []
  for (const one of all) if (await wanted(one)) chosen.push(one)
  return chosen
}
