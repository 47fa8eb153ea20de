import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { sourceMaps } from '../lib/vite/source-maps.ts'

export interface MinifiedApp extends AsyncDisposable {
  readonly dir: string
  /** Folder of its maps. */
  readonly archive: string
  /** Builds it, minified, as it is or with other sources. */
  build(sources?: Readonly<Record<string, string>>, options?: { readonly release?: string }): Promise<void>
  /** The stack of what an export of an entry throws, run from its minified script, as a browser would tell it. */
  stackOf(entry: string, name: string): Promise<string>
  /** A list that an entry exports. */
  valueOf(entry: string, name: string): Promise<string[]>
}

/** Where its pages come from. */
export const origin = 'https://shop.example'
const run = promisify(execFile)

/** A small app, built by the real bundler with the plugin, without React Router: for tests of maps alone. */
export async function minifiedApp(sources: Readonly<Record<string, string>>): Promise<MinifiedApp> {
  const dir = await mkdtemp(join(tmpdir(), 'errata-minified-'))
  const client = join(dir, 'build/client')
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, name)), { recursive: true })
      await writeFile(join(dir, name), text)
    }
  }
  await write(sources)
  const entries = Object.keys(sources).filter(name => /^app\/\w+\.tsx?$/.test(name))
  let built: Readonly<Record<string, string>> = {}
  return {
    dir,
    archive: join(dir, 'build/maps'),
    async build(changed = {}, { release = 'r1' } = {}) {
      await write(changed)
      const output = await build({
        root: dir,
        configFile: false,
        logLevel: 'error',
        plugins: sourceMaps(() => release),
        build: {
          outDir: client,
          modulePreload: false,
          rolldownOptions: {
            input: entries.map(name => join(dir, name)),
            preserveEntrySignatures: 'strict',
          },
        },
      })
      const [bundle] = Array.isArray(output) ? output : [output]
      if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built')
      built = Object.fromEntries(
        bundle.output.flatMap(file => (file.type === 'chunk' && file.isEntry ? [[file.name, file.fileName]] : [])),
      )
    },
    async stackOf(entry, name) {
      const script = pathToFileURL(join(client, built[entry] ?? '')).href
      const program = `import { ${name} } from '${script}'; try { ${name}() } catch (error) { console.log(error.stack) }`
      // In a process of its own: a test runner changes what it imports, and the places with it.
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
      return stdout.trimEnd().replaceAll(pathToFileURL(client).href, origin)
    },
    async valueOf(entry, name) {
      const exports = await import(pathToFileURL(join(client, built[entry] ?? '')).href)
      return exports[name]
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}
