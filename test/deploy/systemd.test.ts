import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otelcolBinary } from '../collector/start-otelcol.ts'
import { startEngine, type TestEngine } from '../engine/start-engine.ts'
import { freePorts } from '../free-ports.ts'
import { poll } from '../poll.ts'

/**
 * Installs Errata by the commands of docs/production.md, "Start without containers", below a temporary folder, and runs what its units say, in
 * their order and with no other environment than theirs. systemd itself only reads them: it would have to run this machine.
 */

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/production.md'), 'utf8')
const [, section = ''] = /^## Start without containers\n([\s\S]*?)^## /m.exec(page) ?? []
const commands = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)
const folder = mkdtempSync(join(tmpdir(), 'errata-systemd-'))
const units = join(folder, 'etc/systemd/system')
const secrets = join(folder, 'etc/errata/secrets')
const SERVICES = ['errata-schema', 'errata-collector', 'errata-desk'] as const
const children: ChildProcess[] = []
/** By service. */
const printed = new Map<string, string>()
let engine: TestEngine
let deskPort: number
let metricsPort: number
let labPort: number

/** A text with the folders of this test. */
const here = (text: string) =>
  text
    .replaceAll('/etc/errata', join(folder, 'etc/errata'))
    .replaceAll('/etc/systemd/system', units)
    .replaceAll('/usr/local/bin', join(folder, 'bin'))
    .replaceAll('/var/lib/errata', join(folder, 'data'))
    .replaceAll('/opt/errata', root)
const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))
const installs = (command: string) => /^(install|node_modules\/\.bin\/node) /.test(command)

beforeAll(async () => {
  for (const made of [units, join(folder, 'etc/errata'), join(folder, 'bin'), join(folder, 'data')])
    mkdirSync(made, { recursive: true })
  await otelcolBinary()
  for (const command of commands.filter(installs)) {
    const { status, stderr } = spawnSync('sh', ['-ec', here(command)], { cwd: root, encoding: 'utf8' })
    expect({ command, status, stderr }).toMatchObject({ status: 0 })
  }
  // ClickHouse's, with the users of the file that is for users.d: engine/server-users.test.ts tells why this is the same.
  const dataDir = join(folder, 'clickhouse')
  mkdirSync(join(dataDir, 'passwords'), { recursive: true, mode: 0o700 })
  mkdirSync(join(dataDir, 'config.d'))
  for (const user of readdirSync(secrets).filter(name => /^errata_\w+$/.test(name)))
    copyFileSync(join(secrets, user), join(dataDir, 'passwords', user))
  const users = readFileSync(join(secrets, 'clickhouse-users.xml'), 'utf8')
  writeFileSync(join(dataDir, 'config.d/users.xml'), users.replace('<default remove="remove"/>', ''))
  engine = await startEngine({ dataDir })
  const ports = await freePorts(8)
  const [desk = 0, grpc, http, browser, health, metrics = 0, own, lab = 0] = ports
  deskPort = desk
  metricsPort = metrics
  labPort = lab
  rewrite(join(folder, 'etc/errata/settings.env'), text =>
    [
      text.replace(/^CLICKHOUSE_URL=.*$/m, `CLICKHOUSE_URL=${engine.url}`),
      `ERRATA_PORT=${desk}`,
      `ERRATA_OTLP_GRPC_PORT=${grpc}`,
      `ERRATA_OTLP_HTTP_PORT=${http}`,
      `ERRATA_OTLP_URL=http://127.0.0.1:${http}`,
      `ERRATA_OTLP_BROWSER_PORT=${browser}`,
      `ERRATA_OTELCOL_HEALTH_PORT=${health}`,
      `ERRATA_OTELCOL_METRICS_PORT=${metrics}`,
      `ERRATA_OTELCOL_OWN_PORT=${own}`,
      `ERRATA_LAB_ORIGIN_PORT=${lab}\n`,
    ].join('\n'),
  )
  for (const service of SERVICES) await runUnit(service)
}, 180_000)
afterAll(async () => {
  for (const child of children.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await engine?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Every value of each key, in order. */
function readUnit(service: string): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(join(units, `${service}.service`), 'utf8').split('\n')
  const pairs = lines.flatMap(line => {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    return key === undefined || value === undefined ? [] : [{ key, value }]
  })
  return new Map([...Map.groupBy(pairs, ({ key }) => key)].map(([key, all]) => [key, all.map(({ value }) => value)]))
}

/** Does what systemd does with the unit, as far as it matters here: directories, credentials, environment, commands. */
async function runUnit(service: string): Promise<void> {
  const unit = readUnit(service)
  const credentials = join(folder, 'credentials', service)
  const state = join(folder, 'state')
  mkdirSync(credentials, { recursive: true })
  for (const name of unit.get('StateDirectory') ?? []) mkdirSync(join(state, name), { recursive: true })
  for (const credential of unit.get('LoadCredential') ?? []) {
    const [name = '', path = ''] = here(credential).split(':')
    cpSync(path, join(credentials, name))
  }
  const expand = (text: string) =>
    here(text).replaceAll('%d', credentials).replaceAll('%S', state).replaceAll('%H', hostname())
  const given = (unit.get('Environment') ?? []).flatMap(line => expand(line).split(' '))
  const files = (unit.get('EnvironmentFile') ?? []).map(file => parseEnv(readFileSync(here(file), 'utf8')))
  const env = { PATH: '/usr/bin:/bin', HOME: folder, ...parseEnv(given.join('\n')), ...Object.assign({}, ...files) }
  const run = (command: string) => {
    const [file = '', ...args] = expand(command)
      .replaceAll(/\$\{(\w+)\}/g, (_, name) => `${env[name]}`)
      .split(' ')
    const child = spawn(file, args, {
      cwd: here(unit.get('WorkingDirectory')?.[0] ?? ''),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        printed.set(service, `${printed.get(service) ?? ''}${text}`)
      })
    return child
  }
  const finish = async (command: string) => {
    const [code] = await once(run(command), 'exit')
    if (code !== 0) throw new Error(`${command}\n${printed.get(service)}`)
  }
  for (const command of unit.get('ExecStartPre') ?? []) await finish(command)
  for (const command of unit.get('ExecStart') ?? []) {
    if (unit.get('Type')?.[0] === 'oneshot') await finish(command)
    else children.push(run(command))
  }
}

/** With the settings and passwords that the page gives to commands. */
function errata(command: string) {
  const own = join(folder, 'commands.env')
  writeFileSync(own, here(readFileSync(join(root, 'deploy/systemd/commands.env'), 'utf8')))
  const [settings = ''] = commands.filter(each => each.startsWith('set -a'))
  const script = `${here(settings.replace('/opt/errata/deploy/systemd/commands.env', own))}; node_modules/.bin/node supervisor/run.mjs ${command}`
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const readiness = async () => {
  const answer = await fetch(`http://127.0.0.1:${deskPort}/readyz?pipeline`).catch(() => undefined)
  return answer === undefined ? 'no answer' : `${answer.status} ${await answer.text()}`
}

test('the three processes store telemetry, and the log has the link of the first administrator', async () => {
  await poll(readiness, text => text.startsWith('200 ready\nlatest canary stored'), 120_000)

  expect(printed.get('errata-desk')).toMatch(/^First account: open https:\/\/errata\.example\.com\/invitation\?token=/m)
})

test('there is no lab', async () => {
  await expect(fetch(`http://127.0.0.1:${labPort}`)).rejects.toThrow('fetch failed')
})

test('a Collector names its host', async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

  expect(metrics).toContain(`host_name="${hostname()}"`)
})

test.runIf(process.platform === 'linux')('no process has a password in its environment', () => {
  const passwords = readdirSync(secrets).map(name => readFileSync(join(secrets, name), 'utf8'))
  for (const { pid } of children) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(passwords.filter(password => environment.includes(password))).toEqual([])
  }
  expect(children).toHaveLength(2)
})

test('commands with the settings of the page ask, back up and restore', () => {
  const file = join(folder, 'errata.tar')
  const checked = errata('check')
  const taken = errata(`backup ${file}`)
  const restored = errata(`restore ${file}`)
  const foreign = spawnSync(
    process.execPath,
    ['supervisor/run.mjs', 'check', '--url', `http://127.0.0.1:${deskPort}`],
    {
      ...{ cwd: root, encoding: 'utf8' },
      env: {
        ...process.env,
        ...parseEnv(readFileSync(join(folder, 'etc/errata/settings.env'), 'utf8')),
        ERRATA_LOGIN: '',
      },
    },
  )

  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('All probes passed') })
  expect(taken).toMatchObject({ status: 0, stdout: expect.stringMatching(/^backed up at /) })
  expect(restored.stderr).toContain('Database otel has rows already')
  expect(foreign.stderr).toMatch(/asks to sign in: give this command the settings of the app \(ERRATA_LOGIN, /)
})

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(analyze)('systemd reads the units without a complaint', () => {
  const read = SERVICES.map(service => join(folder, basename(`${service}.service`)))
  for (const [i, service] of SERVICES.entries())
    writeFileSync(read[i] ?? '', here(readFileSync(join(units, `${service}.service`), 'utf8')))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...read], { encoding: 'utf8' })

  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('the page starts the units that there are, and what they read is in a clone', () => {
  const named = new Set([...section.matchAll(/errata-\w+(?=\.service)/g)].map(([name]) => name))
  const files = readdirSync(join(root, 'deploy/systemd'))

  expect([...named].toSorted()).toEqual(SERVICES.toSorted())
  expect(files.filter(file => file.endsWith('.service')).map(file => basename(file, '.service'))).toEqual(
    SERVICES.toSorted(),
  )
  for (const file of SERVICES.flatMap(service => readUnit(service).get('ExecStart') ?? []).flatMap(
    command => command.match(/[\w./-]+\.(ts|yaml)/g) ?? [],
  ))
    expect(existsSync(join(root, file)), file).toBe(true)
})
