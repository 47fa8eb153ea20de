import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Docker } from '../../test/compose/docker.ts'
import { tryCommand } from '../../test/compose/run-command.ts'

export interface ImageContents {
  /** Repository and tag. */
  readonly image: string
  /** Tells one build of the stand-in from the next; kept in a label of the image. */
  readonly version: string
  /** The whole file system. */
  readonly folder: string
  /** Dockerfile instructions such as `USER 10001`. */
  readonly changes: readonly string[]
}

const label = 'errata.stand-in'

/** True when the stand-in for this image, in this version, is already there. */
export async function isCurrent(docker: Docker, image: string, version: string): Promise<boolean> {
  return (await standInVersion(docker, image)) === version
}

/** @returns `undefined` when there is no image of this name, '' when it is not a stand-in. */
export async function standInVersion(docker: Docker, image: string): Promise<string | undefined> {
  const format = `{{index .Config.Labels "${label}"}}`
  const { ok, stdout } = await tryCommand('docker', ['image', 'inspect', '--format', format, image], {
    env: docker.env,
  })
  return ok ? stdout.trim() : undefined
}

/** Makes an image of one layer from folders, without a base image and without a build. */
export async function importImage(docker: Docker, { image, version, folder, changes }: ImageContents): Promise<void> {
  const pack = spawn('tar', ['-c', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const instructions = [...changes, `LABEL ${label}="${version}"`].flatMap(change => ['--change', change])
  const load = spawn('docker', ['import', ...instructions, '-', image], {
    stdio: [pack.stdout, 'ignore', 'inherit'],
    env: { ...process.env, ...docker.env },
  })
  // Only docker holds the reading end now: when it gives up, tar ends too.
  pack.stdout.destroy()
  const [[packed], [loaded]] = await Promise.all([once(pack, 'close'), once(load, 'close')])
  if (packed !== 0 || loaded !== 0) throw new Error(`The stand-in for ${image} could not be made.`)
}
