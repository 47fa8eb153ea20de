import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { errataOtel } from './vite.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '../../../node_modules')
const lib = join(import.meta.dirname, '..')
const dirs: string[] = []
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

/** Builds a small app by the real bundler with the plugin, and says what the build warned of. */
async function built(files: Readonly<Record<string, string>>, entry: string, ssr: boolean) {
  const dir = mkdtempSync(join(tmpdir(), 'errata-imports-'))
  dirs.push(dir)
  symlinkSync(modules, join(dir, 'node_modules'))
  for (const [name, text] of Object.entries({ 'package.json': '{"name":"shop","type":"module"}', ...files })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  const warnings: string[] = []
  await build({
    root: dir,
    configFile: false,
    logLevel: 'silent',
    plugins: errataOtel(),
    resolve: { alias: { '@errata/otel/react-router': join(lib, 'react-router/react-router.ts') } },
    build: {
      outDir: join(dir, 'build'),
      ssr,
      minify: false,
      rolldownOptions: {
        input: join(dir, entry),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'entry.js' },
        onwarn: ({ message }) => void warnings.push(message),
      },
    },
  })
  return { entry: join(dir, 'build/entry.js'), warnings }
}

const forms = {
  'by name': "import { renderToPipeableStream } from 'react-dom/server'\nexport const render = renderToPipeableStream",
  'by another name': "export { renderToPipeableStream as render } from 'react-dom/server'",
  default: "import ReactDOMServer from 'react-dom/server'\nexport const render = ReactDOMServer.renderToPipeableStream",
  namespace: 'import * as server from "react-dom/server"\nexport const render = server.renderToPipeableStream',
  'of Node': "import { renderToPipeableStream as render } from 'react-dom/server.node'\nexport { render }",
  'of workers': "import server from 'react-dom/server.edge'\nexport const render = server.renderToReadableStream",
  'when needed': "export const { renderToPipeableStream: render } = await import('react-dom/server')",
} as const

test.each(Object.entries(forms))('a render that is imported %s is instrumented', async (_, source) => {
  const { entry } = await built({ 'app/entry.server.tsx': source }, 'app/entry.server.tsx', true)

  expect(await isReactsOwn(entry)).toBe('false')
})

test('a render in another file of the app is instrumented as well', async () => {
  const files = { 'app/render.ts': forms['by name'], 'app/entry.server.tsx': "export { render } from './render'" }
  const { entry } = await built(files, 'app/entry.server.tsx', true)

  expect(await isReactsOwn(entry)).toBe('false')
})

/** Runs what was built: whether its `render` is a function of React's. */
async function isReactsOwn(entry: string): Promise<string> {
  const program = `
    import { render } from ${JSON.stringify(entry)}
    import node from 'react-dom/server'
    import edge from 'react-dom/server.edge'
    if (typeof render !== 'function') throw new Error('no render')
    console.log([node.renderToPipeableStream, edge.renderToReadableStream, node.renderToReadableStream].includes(render))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: dirname(entry) })
  return stdout.trim()
}

test('a build that renders in a form that cannot be instrumented names the place', async () => {
  const files = {
    'app/entry.server.tsx':
      "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\nexport const render = require('react-dom/server').renderToPipeableStream",
  }
  const { warnings } = await built(files, 'app/entry.server.tsx', true)

  expect(warnings.join()).toMatch(/entry\.server\.tsx imports react-dom\/server in a form that cannot be instrumented/)
})

test.each([
  ['as a default', "import ReactDOM from 'react-dom/client'\nReactDOM.hydrateRoot(document, null)"],
  ['by name', "import { hydrateRoot } from 'react-dom/client'\nhydrateRoot(document, null)"],
  ['in another file', "import './start'"],
])('a root that is made in the browser, imported %s, tells what React caught', async (_, source) => {
  const files = {
    'app/entry.client.tsx': source,
    'app/start.ts': "import * as client from 'react-dom/client'\nclient.hydrateRoot(document, null)",
  }
  const { entry } = await built(files, 'app/entry.client.tsx', false)
  const { stdout } = await run('grep', ['-c', 'rootOptions', entry])

  expect(Number(stdout)).toBeGreaterThan(0)
})
