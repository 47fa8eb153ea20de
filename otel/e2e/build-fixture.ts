import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The fixture app. */
export const fixtureDir = join(import.meta.dirname, '../fixture')

// biome-ignore lint/style/noProcessEnv: a child process gets the environment of the test; React says less in production
export const inherited = { ...process.env, NODE_ENV: 'production' }

const builds = join(fixtureDir, 'build')
const packageLock = '../../package-lock.json'
const sources = ['*.{ts,json}', 'app/**/*.{ts,tsx}', '../dist/**/*.js', '../package.json', packageLock]

/** @returns The folder of the fixture as it is now, built by the first who asks; for everybody, so to be left as it is. */
export async function builtFixture(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of globSync(sources, { cwd: fixtureDir }).sort()) {
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(fixtureDir, name)))
      .update('\0')
  }
  const built = join(builds, `of-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(built)) return built
  const buildDir = await buildFixture()
  try {
    await rename(buildDir, built)
  } catch (error) {
    await rm(buildDir, { recursive: true })
    if (!existsSync(built)) throw error // Otherwise another process has built the same meanwhile.
  }
  const older = (await readdir(builds))
    .map(name => join(builds, name))
    .filter(dir => dir !== built && /\/of-\w+$/.test(dir))
  await Promise.all(older.map(dir => rm(dir, { recursive: true, force: true })))
  return built
}

/** Builds the fixture into its own folder. @returns the folder, which the caller removes. */
export async function buildFixture(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const buildDir = newBuildDir()
  await buildInto(buildDir, env)
  return buildDir
}

/** A folder that no build has yet. */
export const newBuildDir = () => join(builds, `run-${process.pid}-${Math.random().toString(36).slice(2)}`)

/** Builds the fixture into a folder, over a build that may be there. @returns what the build printed. */
export async function buildInto(buildDir: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn(process.execPath, [join(fixtureDir, '../../node_modules/.bin/react-router'), 'build'], {
    cwd: fixtureDir,
    env: { ...inherited, FIXTURE_BUILD_DIR: buildDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      printed += text
    })
  }
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`the fixture was not built\n${printed}`)
  return printed
}
