#!/usr/bin/env node
// What `npm start`, `npm test`, the other scripts and `npx errata` call. Plain JavaScript without a dependency, because on a fresh clone it is
// run by whatever Node is there; it installs what package-lock.json pins, Node 24 included, and goes on under that one.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const commands = {
  start: ['stack/start.ts'],
  dev: ['stack/start.ts', '--dev'],
  test: ['test/run/run-tests.ts'],
  'test:compose': ['.ci/compose/run.ts'],
  'test:next': ['test/next/run.ts'],
  'test:senders': ['test/senders/run.ts'],
  'test:fire': ['test/run/run-fire.ts'],
  bench: ['bench/run.ts'],
  // Folders that it is given are below where it was called; npx itself goes to the package.
  maps: ['stack/maps.ts', process.env.INIT_CWD ?? process.cwd()],
  check: ['server/canary/check.ts'],
  seed: ['seed/main.ts'],
  screens: ['test/browser/take-screens.ts'],
}

/** What `--help` prints of each. */
const usage = {
  start: 'npm start\nRuns engine, Collector and desk until Ctrl-C. Settings: .env.example.',
  dev: 'npm run dev\nAs npm start, the desk with hot reload.',
  test: 'npm test [-- PATH…]\nLint, types and every test, or those of some paths. npm run check: only those that need no other process.',
  'test:compose':
    'npm run test:compose\nBrings docker-compose.yml up under a name of its own and drives it in Chromium.',
  'test:next':
    'npm run test:next [-- newest|package|matrix]\nTests otel/ with the oldest and newest versions it supports, installed as a team would.',
  'test:senders':
    'npm run test:senders [-- --record] [NAME…]\nStarts apps with stock SDKs of other languages, and checks that an error they report twice is one event of one issue.',
  'test:fire':
    'npm run test:fire [-- --seed N]\nThe long form of two tests: 250,000 requests to a desk, and 102 kills, half of the engine and half of the Collector. Half an hour.',
  bench: 'npm run bench -- NAME… | --list\nRuns measurements, or lists them.',
  maps: 'npx errata maps upload FOLDER [--release RELEASE] [--service SERVICE]\nBrings the source maps of a build into the store.',
  check:
    'npx errata check [--url DESK] [--otlp COLLECTOR]\nSends one specimen of each kind through the pipeline that runs, and says what became of each.',
  seed: 'npm run seed [-- --spans 1e6] [--seed 1] [--days 7] [--until 2026-11-22T10:00Z] [--direct]\nFills the stack that runs with telemetry of a shop. --direct: into the tables, up to 14 days back.',
  screens: 'npm run screens [-- NAME…]\nTakes pictures of the desk that runs into docs/screens/.',
}

const [first = 'start', ...rest] = process.argv.slice(2)
const asksHelp = arg => arg === '--help' || arg === '-h'
const name = asksHelp(first) ? 'help' : first
if (asksHelp(first) || rest.some(asksHelp)) {
  process.stdout.write(`${usage[name] ?? Object.values(usage).join('\n\n')}\n`)
  process.exit(0)
}
const command = commands[name]
if (command === undefined) fail(`There is no command "${name}": one of ${Object.keys(commands).join(', ')}.`)
process.chdir(root)
if (process.env.npm_lifecycle_event !== undefined) stopWithNpm(process.ppid)
await installPackages()
// A process of ours takes up to half a second to read its TypeScript; with this, once. `npm start` begins a dozen, `npm test` some thousand.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')

const [file, ...args] = [...command, ...rest]
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const rightNode = existsSync(node) && realpathSync(process.execPath) === realpathSync(node)
if (rightNode || !existsSync(node)) {
  process.argv = [process.argv[0], join(root, file), ...args]
  await import(pathToFileURL(join(root, file)).href)
} else {
  process.exitCode = await run(node, [file, ...args], {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  })
}

/** npm passes a SIGTERM on to a shell that passes it on to nobody: so whoever ends npm would leave everything else running. */
function stopWithNpm(parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/**
 * `npm ci` when node_modules is not what package-lock.json says; the stamp is written last, so an interrupted install is done again. Of commands
 * that are given at once one installs and the others wait: two would take each other's files away.
 */
async function installPackages() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isInstalled()) return
  const lock = join(root, '.installing')
  await take(lock)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  if (!isInstalled()) {
    process.stderr.write('Installing packages (about a minute)…\n')
    const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {})
    if (code !== 0) fail(`npm ci failed with exit code ${code}: see its lines above.`)
    // The command of the package in this workspace has our name, and npx looks there first.
    rmSync(join(root, 'node_modules', '.bin', 'errata'), { force: true })
    writeFileSync(stamp, wanted)
  }
  process.off('exit', release)
  release()
}

/** Waits until the file is this process's: it holds the id of whose it is, and is free once that has ended. */
async function take(lock) {
  for (let hasTold = false; ; ) {
    try {
      writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (!isRunning(holder)) rmSync(lock, { force: true })
    else if (!hasTold) {
      process.stderr.write(`Waiting until process ${holder} has installed the packages (${lock})…\n`)
      hasTold = true
    }
    await setTimeout(200)
  }
}

/** True for 0, whose file is just being written. */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function run(file, args, env) {
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    const forward = signal => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
    child.on('error', error => fail(`${file} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(each, forward)
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1))
    })
  })
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
