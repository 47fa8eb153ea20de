import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { argv } from 'node:process'
import { build } from 'esbuild'
import { COMMANDS } from '../../cli/commands.ts'
import { buildApp } from '../../supervisor/build-app.ts'
import { listFiles } from '../../test/repo/list-files.ts'
import { writeManifests } from './write-manifests.ts'

const root = join(import.meta.dirname, '../..')
/** Folders whose files run Errata, besides those that are built. */
const FOLDERS = ['collector', 'engine', 'otel/lib', 'seed', 'server', 'store/schema', 'supervisor']
const FILES =
  /^(collector-.*\.yaml|config\.ts|instrument\.ts|server\.ts|unknown-settings\.ts|\.env\.example|LICENSE|NOTICE|README\.md|CHANGELOG\.md|search\/insert-expressions\.ts|store\/noise\/drop-rules\.ts)$/
const BUILT = ['build/client', 'build/maps', 'build/server', 'otel/dist']

/** Files of the repository that a release has: neither tests nor sources of pages. */
export const listReleasedFiles = () =>
  listFiles().filter(
    file =>
      (FILES.test(file) || FOLDERS.some(folder => file.startsWith(`${folder}/`))) &&
      !/\.(test|spec)\.tsx?$|\.test-data\.ts$|\/cases\//.test(file),
  )

/**
 * Builds Errata and packs it: `npx ./errata-VERSION.tgz start` runs it, and the commands of cli/ ask it.
 *
 * @param destination folder of the tarball
 * @returns its path
 */
export async function pack(destination: string): Promise<string> {
  await buildApp(root)
  const stage = mkdtempSync(join(tmpdir(), 'errata-pack-'))
  try {
    const product = join(stage, 'product')
    for (const file of listReleasedFiles()) {
      mkdirSync(dirname(join(product, file)), { recursive: true })
      cpSync(join(root, file), join(product, file))
    }
    for (const folder of BUILT) cpSync(join(root, folder), join(product, folder), { recursive: true })
    writeFileSync(join(product, 'build/.released'), '')
    writeManifests(product)

    const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    cpSync(join(import.meta.dirname, 'errata.mjs'), join(stage, 'errata.mjs'))
    for (const file of ['LICENSE', 'NOTICE', 'README.md']) cpSync(join(root, file), join(stage, file))
    writeJson(join(stage, 'release.json'), {
      release: `${version}-${fingerprint(product)}`,
      askingCommands: [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))],
    })
    writeJson(join(stage, 'package.json'), {
      ...{ name: 'errata', version, description, license, type: 'module', bin: { errata: 'errata.mjs' } },
      engines: { node: '>=20.12' },
    })
    await build({
      ...{ entryPoints: [join(root, 'cli/errata.ts')], outfile: join(stage, 'dist/errata.mjs') },
      ...{ bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' },
    })
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', resolve(destination)]
    return join(resolve(destination), execFileSync('npm', args, { cwd: stage, encoding: 'utf8' }).trim())
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  for (const file of files.map(entry => join(entry.parentPath, entry.name)).toSorted())
    hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/** `node .ci/release/pack.ts [FOLDER]` */
if (import.meta.main) process.stdout.write(`${await pack(argv[2] ?? '.')}\n`)
