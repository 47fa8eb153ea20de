import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from '../../.ci/release/pack.ts'
import { readConfig } from '../../config.ts'
import { obtainCollector } from '../../supervisor/obtain-collector.ts'
import { freePorts } from '../free-ports.ts'
import { poll } from '../poll.ts'
import { findSystemNode } from '../stack/start-stack.ts'

// One packing and one installation, of a minute each, for all tests of this file, which follow each other.

const root = join(import.meta.dirname, '../..')
/** On a disk, because the installed packages have a gigabyte, and not in a project, whose folder npx would take for that of the call. */
const work = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()
let folder: string
let empty: string
let tarball: string
let env: NodeJS.ProcessEnv
let url: string
let started: ReturnType<typeof spawn>
let printed = ''

beforeAll(async () => {
  folder = mkdtempSync(join(work, 'errata-packed-'))
  empty = join(folder, 'empty')
  mkdirSync(empty)
  tarball = await pack(folder)
  copyFileSync(tarball, join(empty, basename(tarball)))
  const [desk, grpc, http, browser, engine, health, metrics, lab] = await freePorts(8)
  url = `http://127.0.0.1:${desk}`
  const collector = await obtainCollector(root, readConfig(), new AbortController().signal)
  env = {
    HOME: process.env['HOME'],
    // The system's Node and npm, not those of this clone.
    PATH: [
      dirname(findSystemNode()),
      ...(process.env['PATH'] ?? '').split(delimiter).filter(each => !each.includes('node_modules')),
    ].join(delimiter),
    XDG_CACHE_HOME: join(folder, 'cache'),
    // A test must not download it each night.
    ERRATA_OTELCOL: collector,
    ERRATA_PORT: `${desk}`,
    ERRATA_OTLP_GRPC_PORT: `${grpc}`,
    ERRATA_OTLP_HTTP_PORT: `${http}`,
    ERRATA_OTLP_BROWSER_PORT: `${browser}`,
    ERRATA_ENGINE_PORT: `${engine}`,
    ERRATA_OTELCOL_HEALTH_PORT: `${health}`,
    ERRATA_OTELCOL_METRICS_PORT: `${metrics}`,
    ERRATA_LAB_ORIGIN_PORT: `${lab}`,
  }
})
afterAll(async () => {
  if (started?.exitCode === null && started.signalCode === null) {
    started.kill('SIGTERM')
    await once(started, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

const npx = (...args: string[]) =>
  execFileSync('npx', ['--yes', `./${basename(tarball)}`, ...args], { cwd: empty, env, encoding: 'utf8' })

test('the tarball takes a few megabytes, and asks npm for nothing', () => {
  const read = (file: string) =>
    JSON.parse(execFileSync('tar', ['-xzOf', tarball, `package/${file}`], { encoding: 'utf8' }))

  expect(read('package.json')).not.toHaveProperty('dependencies')
  expect(read('product/package.json')).not.toHaveProperty('devDependencies')
  expect(Object.keys(read('product/package-lock.json').packages)).not.toContain('node_modules/vite')
})

test('what asks a desk runs without installing anything', () => {
  expect(npx('help')).toContain('npx errata start')
  expect(readdirSync(folder)).not.toContain('cache')
})

test('npx runs the whole product from an empty folder, with its data there', async () => {
  started = spawn('npx', ['--yes', `./${basename(tarball)}`, 'start'], {
    cwd: empty,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [started.stdout, started.stderr]) stream?.on('data', text => (printed += text))
  await poll(
    () => `${started.exitCode ?? ''}${printed}`,
    text => text.includes('Ready. Ctrl-C') || /^\d/.test(text),
    500_000,
  )

  expect(printed).toContain(`Data   ${join(empty, '.errata')}`)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(readdirSync(empty).toSorted()).toEqual(['.errata', basename(tarball)])
})

test('its drop rules drop and keep what they must', () => {
  expect(npx('check', '--url', url)).toContain('All probes passed.')
})

test('what needs sources says so', () => {
  expect(() => npx('test')).toThrow('"test" needs a clone of the repository; this is a release.')
})

test('it stops as npx does, with everything that it started', async () => {
  started.kill('SIGTERM')
  await once(started, 'exit')
  await poll(
    () => printed,
    text => text.includes('Stopped. No accepted data is lost'),
    60_000,
  )
  await expect(fetch(`${url}/livez`)).rejects.toThrow()
})
