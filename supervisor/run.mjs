#!/usr/bin/env node
// Runs `npm start`, `npm test`, the other scripts and `npx errata`. Plain JavaScript without dependencies, because on a fresh clone any version
// of Node may run it; it installs the packages of package-lock.json, Node 24 included, and continues under that Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** They ask a desk. What they take, and their help, is in cli/commands.ts, of which these are the first words (cli/commands.test.ts). */
const askingCommands = [
  ...['issues', 'issue', 'exception', 'trace', 'spans', 'logs', 'lookup', 'alerts', 'release', 'deploy'],
  ...['resolve', 'reopen', 'assign', 'mute', 'unmute', 'comment', 'silence', 'export', 'mcp'],
]
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const commands = {
  start: ['supervisor/start.ts'],
  dev: ['supervisor/start.ts', '--dev'],
  test: ['test/run/run-tests.ts'],
  'test:nightly': ['test/run/run-tests.ts', '--nightly'],
  'test:compose': ['.ci/compose/run.ts'],
  'test:next': ['test/next/run.ts'],
  'test:senders': ['test/senders/run.ts'],
  'test:fire': ['test/run/run-fire.ts'],
  bench: ['bench/run.ts'],
  // Paths are relative to the caller's directory; npx changes to that of the package.
  maps: ['supervisor/maps.ts', process.env.INIT_CWD ?? process.cwd()],
  check: ['server/canary/check.ts'],
  admin: ['supervisor/accounts.ts', 'admin'],
  'sql-user': ['supervisor/accounts.ts', 'sql-user'],
  token: ['supervisor/accounts.ts', 'token'],
  ...Object.fromEntries(
    ['backup', 'restore', 'copy', 'erase'].map(name => [
      name,
      ['supervisor/backup/main.ts', process.env.INIT_CWD ?? process.cwd(), name],
    ]),
  ),
  seed: ['seed/main.ts'],
  screens: ['test/browser/take-screens.ts'],
  ...Object.fromEntries(['help', ...askingCommands].map(name => [name, ['cli/from-clone.ts', name]])),
}

/** Output of `--help`. */
const usage = {
  start: 'npm start\nRuns engine, Collector and app until Ctrl-C. Settings: .env.example.',
  dev: 'npm run dev\nLike npm start, with hot reload.',
  test: 'npm test [-- PATH…]\nLint, types and the tests of behaviour, or all tests under the given paths. npm run check: only tests that need no other process.',
  'test:nightly':
    'npm run test:nightly [-- PATH…]\nTests robustness: random requests, kills, full disks, sizes, clusters, compose. Takes half an hour.',
  'test:compose':
    'npm run test:compose [-- development|production]\nStarts docker-compose.yml and deploy/compose under project names of their own and tests them.',
  'test:next':
    'npm run test:next [-- newest|package|matrix]\nTests otel/ with its oldest and newest supported dependencies, installed as in a real project.',
  'test:senders':
    'npm run test:senders [-- --record] [NAME…]\nRuns apps with stock SDKs, records what they send, and checks what Errata makes of it.',
  'test:fire':
    'npm run test:fire [-- --seed N]\nLong versions of two tests: 250,000 requests, and 102 kills of the engine and the Collector. Takes half an hour.',
  bench: 'npm run bench -- NAME… | --list\nRuns benchmarks, or lists them.',
  maps: 'npx errata maps upload FOLDER [--release RELEASE] [--service SERVICE]\nUploads the source maps of a build.',
  check:
    'npx errata check [--url URL] [--otlp URL]\nSends probes through the running pipeline and reports whether each was stored or dropped as expected.',
  admin:
    'npx errata admin reset [--email ADDRESS] [--forget-accounts]\nPrints a link that makes an administrator, once: a new one, or the one who signs in by this address. --forget-accounts begins anew if the secret key of the accounts is lost.',
  'sql-user':
    'npx errata sql-user NAME --days N\nCreates a database user who reads the data for N days, and prints the password once. The embedded engine starts again for it, in about a second.',
  token:
    'npx errata token create NAME --scope read|triage|admin [--days N] | list | revoke ID\nMakes, lists and ends tokens of programs, on a machine of Errata. A token is printed once, and lasts 90 days without --days. People make theirs on the page Tokens.',
  backup:
    'npx errata backup FILE [--with-key]\nWrites the whole database into one file, also while Errata runs: telemetry, issues, alert rules, accounts. --with-key adds the secret key, without which accounts and the addresses of channels cannot be read.',
  restore:
    'npx errata restore FILE [--replace] [--without-key]\nRestores a backup into a data folder without a database, or into the empty database of CLICKHOUSE_URL, while Errata is stopped. --replace removes what is there. --without-key gives up accounts and channels if their secret key is lost.',
  copy: 'npx errata copy FOLDER\nCopies what Errata 0.2 or newer stored in that data folder into the database in use.',
  erase:
    'npx errata erase --user ID [--yes]\nRemoves all telemetry of a person: rows with this user.id, and all of their sessions and traces. Tells what was removed, and when it is gone from the disk.',
  seed: 'npm run seed [-- --spans 1e6] [--seed 1] [--days 7] [--until 2026-11-22T10:00Z] [--direct]\nFills the running stack with telemetry of a sample shop. --direct writes into the tables, up to 14 days back.',
  screens: 'npm run screens [-- NAME…]\nTakes screenshots of the running app into docs/screens/.',
  '--help': `npx errata ${askingCommands.join('|')} …\nAsk a desk. npx errata help lists what each does.`,
}

const [first = 'start', ...rest] = process.argv.slice(2)
const asksHelp = arg => arg === '--help' || arg === '-h'
const command = commands[first]
// The others say their own.
if (asksHelp(first) || (usage[first] !== undefined && rest.some(asksHelp))) {
  process.stdout.write(`${asksHelp(first) ? Object.values(usage).join('\n\n') : usage[first]}\n`)
  process.exit(0)
}
if (command === undefined) fail(`Unknown command "${first}". Commands: ${Object.keys(commands).join(', ')}.`)
const isRelease = existsSync(join(root, 'build/.released'))
if (isRelease && (first === 'dev' || !existsSync(join(root, command[0]))))
  fail(`"${first}" needs a clone of the repository; this is a release.`)
process.chdir(root)
if (process.env.npm_lifecycle_event !== undefined) stopWithNpm(process.ppid)
await installPackages()
// Compiling TypeScript takes half a second per process without a cache. `npm start` starts a dozen processes, `npm test` a thousand.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')

const [file, ...args] = [...command, ...rest]
const rightNode = existsSync(node) && realpathSync(process.execPath) === realpathSync(node)
if (rightNode || !existsSync(node)) {
  process.argv = [process.argv[0], join(root, file), ...args]
  await import(pathToFileURL(join(root, file)).href)
} else {
  process.exitCode = await run(node, [file, ...args], {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  })
}

/** npm forwards SIGTERM to a shell, which does not forward it: ending npm would leave everything else running. */
function stopWithNpm(parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/**
 * Runs `npm ci` if node_modules does not match package-lock.json. The stamp is written last, so an interrupted installation is repeated. Of
 * concurrent commands one installs and the others wait. What somebody's own `npm ci` installed is left alone: removing it would take the
 * modules from an app that runs from this folder.
 */
async function installPackages() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const isInstalled = () => (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) || isInstalledByNpm()
  if (isInstalled()) return
  const lock = join(root, '.installing')
  await take(lock)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  if (!isInstalled()) {
    process.stderr.write('Installing packages (about a minute)…\n')
    // A client reads the stdout of `npx errata mcp`: nothing but the protocol may be on it.
    const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {}, ['inherit', 2, 'inherit'])
    if (code !== 0) fail(`npm ci failed with exit code ${code}: see its output above.`)
    // otel/ has a command of the same name, and npx would run that one.
    rmSync(join(root, 'node_modules', '.bin', 'errata'), { force: true })
    writeFileSync(stamp, wanted)
  }
  process.off('exit', release)
  release()
}

/**
 * Tells whether all packages of package-lock.json are there, by the list that npm writes at the end of an installation; optional ones may be of
 * other systems. With --ignore-scripts the package "node" has no executable.
 */
function isInstalledByNpm() {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const packagesOf = file => JSON.parse(readFileSync(file, 'utf8')).packages
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(list)
  const isThere = ([path, { version, integrity, optional }]) =>
    installed[path] === undefined
      ? optional === true
      : installed[path].version === version && installed[path].integrity === integrity
  const { '': _, ...packages } = wanted
  return Object.entries(packages).every(isThere) && (wanted['node_modules/node'] === undefined || existsSync(node))
}

/** Waits for the lock file, which contains the owner's process id. A lock of an ended process is free. */
async function take(lock) {
  for (let hasReported = false; ; ) {
    try {
      writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readHolder(lock)
    if (!isRunning(holder)) rmSync(lock, { force: true })
    else if (!hasReported) {
      process.stderr.write(`Waiting for process ${holder} to install the packages (${lock})…\n`)
      hasReported = true
    }
    await setTimeout(200)
  }
}

/** 0 if the file is being written, or was released at this moment. */
function readHolder(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return 0
  }
}

/** True for 0. */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function run(file, args, env, stdio = 'inherit') {
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd: root, stdio, env: { ...process.env, ...env } })
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
