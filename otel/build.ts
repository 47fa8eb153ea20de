import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import manifest from './package.json' with { type: 'json' }

/**
 * Compiles lib/ into a folder and deletes files of earlier builds there. Files of this build are replaced in place, since a running process may
 * load them later.
 *
 * @throws {Error} With the compiler's output.
 */
export function build(folder: string): void {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder, '--listEmittedFiles']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc failed:\n${stdout}${stderr}`)
  const emitted = [...stdout.matchAll(/^TSFILE: (.+)$/gm)].map(([, file = '']) => resolve(import.meta.dirname, file))
  const kept = new Set(emitted.filter(file => !file.endsWith('.json')))
  inlineVersion(join(folder, 'lib/instrumentation-scope.js'))
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter(isFile)) {
    const file = join(parentPath, name)
    if (!kept.has(file)) rmSync(file)
  }
}

const isFile = (entry: { isFile(): boolean }) => entry.isFile()

function inlineVersion(file: string): void {
  const code = readFileSync(file, 'utf8')
  const inlined = code
    .replace(/^import manifest .*\n/, '')
    .replace('manifest.version', JSON.stringify(manifest.version))
  if (inlined.includes('manifest')) throw new Error(`the version cannot be inlined into ${file}`)
  writeFileSync(file, inlined)
}

if (import.meta.main) build(join(import.meta.dirname, 'dist'))
