#!/usr/bin/env node
// The command of a release. What asks a desk runs at once, from one file. What runs one is copied out of node_modules first, where Node does
// not run TypeScript, into the user's cache folder, and installs its packages there as its lock file names them. Data, settings (.env) and
// relative paths are those of the folder in which it is called. Plain JavaScript, for any Node since 20.12.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { argv, cwd, env, exit, pid, stderr, stdout } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'

const here = dirname(fileURLToPath(import.meta.url))
const { askingCommands, release } = JSON.parse(readFileSync(join(here, 'release.json'), 'utf8'))
const [first = 'help'] = argv.slice(2)

if (/^(-h|--help|help)$/.test(first)) {
  stdout.write('npx errata start            Runs Errata in this folder, until Ctrl-C.\nWhat asks it:\n\n')
}
if (/^(-h|--help|help)$/.test(first) || askingCommands.includes(first)) await import('./dist/errata.mjs')
else {
  const root = unpack()
  const envFile = resolve(env.ERRATA_ENV_FILE || '.env')
  const given = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
  env.ERRATA_ENV_FILE = envFile
  env.ERRATA_DATA_DIR = resolve(env.ERRATA_DATA_DIR || given.ERRATA_DATA_DIR || '.errata')
  env.INIT_CWD = cwd()
  // For the `npm ci` of run.mjs, which is not to install into the folder of npx.
  for (const name of Object.keys(env))
    if (/^npm_(config|package)_/i.test(name) && !/registry|proxy|cafile|cache|userconfig/i.test(name)) delete env[name]
  env.npm_config_omit = 'dev'
  await import(pathToFileURL(join(root, 'supervisor/run.mjs')).href)
}

/** Copies under another name first: a copy that was interrupted must not be taken for a whole one. */
function unpack() {
  const caches = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'errata')
  const root = join(caches, `errata-${release}`)
  if (existsSync(root)) return root
  const draft = `${root}.${pid}`
  try {
    mkdirSync(caches, { recursive: true })
    cpSync(join(here, 'product'), draft, { recursive: true })
    renameSync(draft, root)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another command was faster.
    if (existsSync(root)) return root
    stderr.write(`${root} cannot be written (${error.message}): XDG_CACHE_HOME names another folder for it.\n`)
    exit(1)
  }
  return root
}
