import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errataOtel } from '@errata/otel/vite'
import { build } from 'vite'

export interface BuiltApp extends AsyncDisposable {
  readonly archive: string
  /** Path of the script as pages request it. */
  readonly script: string
  /** Columns in its single line at which something is thrown. */
  readonly columns: readonly number[]
  readonly mapBytes: number
}

const functionsEach = 100

/** Builds an app with this many modules with the plugin: one minified script, one map. */
export async function buildApp(modules: number): Promise<BuiltApp> {
  const dir = await mkdtemp(join(tmpdir(), 'errata-bench-maps-'))
  await mkdir(join(dir, 'app'))
  const names = Array.from({ length: modules }, (_, n) => `part-${n}`)
  for (const name of names) await writeFile(join(dir, 'app', `${name}.ts`), moduleSource(name))
  await writeFile(
    join(dir, 'app/main.ts'),
    names.map(name => `export * as ${name.replace('-', '')} from './${name}'`).join('\n'),
  )
  await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    plugins: errataOtel({ release: 'bench' }),
    build: {
      outDir: join(dir, 'build/client'),
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(dir, 'app/main.ts'), preserveEntrySignatures: 'strict' },
    },
  })
  const [name = ''] = await readdir(join(dir, 'build/client/assets'))
  const code = await readFile(join(dir, 'build/client/assets', name), 'utf8')
  const [line = ''] = code.split('\n')
  const columns = [...line.matchAll(/throw /g)].map(({ index }) => index + 1)
  const archive = join(dir, 'build/maps')
  const maps = (await readdir(join(archive, 'bench'))).filter(file => file.endsWith('.map'))
  const sizes = await Promise.all(maps.map(async file => (await stat(join(archive, 'bench', file))).size))
  return {
    archive,
    script: `/assets/${name}`,
    columns,
    mapBytes: Math.max(...sizes),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}

const moduleSource = (name: string) =>
  Array.from({ length: functionsEach }, (_, n) => {
    const body = Array.from(
      { length: 4 },
      (_, i) => `  const value${i} = input.length * ${n + i} + Math.sin(input.charCodeAt(${i}))`,
    )
    return `/** One of the many functions of a large app. */
export function compute${n}(input: string): number {
${body.join('\n')}
  if (value0 + value1 > value2 + value3) throw new RangeError('${name} ${n}: ' + input)
  return value0 - value1 + value2 - value3
}
`
  }).join('\n')
