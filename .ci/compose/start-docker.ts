import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Docker, dockerAt } from '../../test/compose/docker.ts'
import { tryCommand } from '../../test/compose/run-command.ts'

/** Absolute. What is built here once lies in it: the user's cache folder, never the clone. */
export const cacheDir = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'errata')

/** Not in the cache folder: the path of a socket may have 107 bytes. */
const ourHost = 'unix:///run/errata-docker.sock'
const startDeadlineMs = 90_000
const stopDeadlineMs = 60_000

/**
 * Finds a Docker engine, or starts one where we are root on Debian: with its own socket and its own images, so that nothing made
 * here is ever seen by an engine that somebody else uses.
 *
 * @returns `undefined` when there is none to be had; `say` was then told why.
 */
export async function startDocker(say: (line: string) => void): Promise<Docker | undefined> {
  const env = { DOCKER_HOST: ourHost }
  if (await answers({})) return sharedEngine
  if (await answers(env)) return dockerAt(env, true, async () => {})

  const whyNot = await installDocker(say)
  if (whyNot !== undefined) {
    say(whyNot)
    return undefined
  }
  // A package that starts its service has already brought an engine up.
  if (await answers({})) return sharedEngine

  const engine = await startOurs(env.DOCKER_HOST)
  if (typeof engine === 'string') {
    say(engine)
    return undefined
  }
  return dockerAt(env, true, () => stopOurs(engine, env))
}

const sharedEngine = dockerAt({}, false, async () => {})

async function answers(env: Readonly<Record<string, string>>): Promise<boolean> {
  const { ok } = await tryCommand('docker', ['version', '--format', '{{.Server.Version}}'], { env, deadlineMs: 15_000 })
  return ok
}

/** @returns A sentence that says why there can be no engine, or `undefined` when there is all that one needs. */
async function installDocker(say: (line: string) => void): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'No Docker engine answers, and starting one takes root.'
  if (await hasAll('dockerd', 'docker', 'debootstrap', 'iptables')) return undefined
  if (!existsSync('/etc/debian_version')) return 'No Docker engine answers, and none can be installed here.'
  say('Installing docker.io and debootstrap with apt-get…')
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await tryCommand('apt-get', ['update', '-qq'], options)
  const packages = ['docker.io', 'debootstrap', 'iptables']
  const { ok } = await tryCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
  return ok ? undefined : 'No Docker engine answers, and apt-get could not install one.'
}

async function hasAll(...programs: readonly string[]): Promise<boolean> {
  for (const program of programs) {
    if (!(await tryCommand('sh', ['-c', `command -v ${program}`])).ok) return false
  }
  return true
}

/** Starts dockerd in a process group of its own, so that a Ctrl-C reaches this run alone, which then takes the stack down first. */
async function startOurs(host: string): Promise<ChildProcess | string> {
  await mkdir(cacheDir, { recursive: true })
  const logFile = join(cacheDir, 'dockerd.log')
  const log = openSync(logFile, 'w')
  const folders = ['--data-root', join(cacheDir, 'docker'), '--exec-root', join(cacheDir, 'docker-run')]
  const args = [...folders, '--pidfile', join(cacheDir, 'dockerd.pid'), '--host', host]
  const engine = spawn('dockerd', args, { detached: true, stdio: ['ignore', log, log] })
  const failed = once(engine, 'error')
  const giveUpAtMs = performance.now() + startDeadlineMs
  while (performance.now() < giveUpAtMs && engine.exitCode === null && engine.signalCode === null) {
    if (await answers({ DOCKER_HOST: host })) return engine
    await Promise.race([wait(500), failed])
  }
  engine.kill('SIGTERM')
  const lastLine = (await readFile(logFile, 'utf8')).trimEnd().split('\n').at(-1) ?? ''
  return `dockerd was started and did not come up: ${lastLine}`
}

async function stopOurs(engine: ChildProcess, env: Readonly<Record<string, string>>): Promise<void> {
  const containers = await tryCommand('docker', ['ps', '-q'], { env })
  if (containers.stdout.trim() !== '') return
  if (engine.exitCode !== null || engine.signalCode !== null) return
  const ended = once(engine, 'exit')
  engine.kill('SIGTERM')
  const stopped = await Promise.race([ended, wait(stopDeadlineMs)])
  if (stopped === undefined) engine.kill('SIGKILL')
}
