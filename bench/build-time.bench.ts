import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { REPOSITORY_DIR } from '../test/repo/list-files.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  'processor time of a production build of 75 routes with the source maps of the Vite plugin, the first one and another, to the same build without maps'

const routeCount = 75
/** Each is three builds, of about ten seconds. */
const pairCount = 5

export async function runBenchmark(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'errata-build-time-'))
  try {
    writeApp(dir)
    await buildApp(dir, 'maps') // fills the caches of the file system
    const ratios: number[] = []
    const firstRatios: number[] = []
    for (let n = 0; n < pairCount; n++) {
      const order = n % 2 === 0 ? (['first', 'maps', 'none'] as const) : (['none', 'first', 'maps'] as const)
      const seconds = { first: 0, maps: 0, none: 0 }
      for (const variant of order) {
        if (variant === 'first') rmSync(join(dir, 'node_modules/.vite/errata-functions.json'), { force: true })
        seconds[variant] = await buildApp(dir, variant)
      }
      printProgress(`build-time: ${JSON.stringify(seconds)}`)
      ratios.push(seconds.maps / seconds.none)
      firstRatios.push(seconds.first / seconds.none)
    }
    reportFigure({ figure: 'build-time.source-maps', value: median(ratios), unit: 'ratio', goal: { most: 1.1 } })
    reportFigure({ figure: 'build-time.source-maps.first', value: median(firstRatios), unit: 'ratio' })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Builds the app. @returns Seconds of processor time of all threads */
async function buildApp(dir: string, variant: 'first' | 'maps' | 'none'): Promise<number> {
  const printUsage = `process.on('exit', () => { const { user, system } = process.cpuUsage(); console.log('used ' + (user + system)) })`
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(printUsage)}`,
      'node_modules/@react-router/dev/bin.cjs',
      'build',
    ],
    {
      cwd: dir,
      env: { ...process.env, NODE_ENV: 'production', BUILD_VARIANT: variant },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const used = [...output.matchAll(/^used (\d+)$/gm)].at(-1)?.[1]
  if (code !== 0 || used === undefined) throw new Error(`the build failed:\n${output}${errors}`)
  return Number(used) / 1e6
}

/** A generated app: each route has a loader, an action, a form, a table and a chart of its own, some 120 lines. */
function writeApp(dir: string): void {
  const routes = Array.from({ length: routeCount }, (_, n) => n)
  const files: Record<string, string> = {
    'package.json': '{"name":"shop","version":"1.0.0","type":"module"}',
    'vite.config.ts': `import { errataOtel } from '@errata/otel/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [errataOtel(), reactRouter()],
  ...(process.env['BUILD_VARIANT'] === 'none' && { build: { sourcemap: false } }),
})
`,
    // React Router's default entry would install a package.
    'app/entry.server.tsx': `import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export default async function render(request: Request, status: number, headers: Headers, context: EntryContext) {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
  headers.set('content-type', 'text/html')
  return new Response(body, { status, headers })
}
`,
    'app/root.tsx': `import { Links, Meta, Outlet, Scripts } from 'react-router'

export default function App() {
  return <html lang="en"><head><Meta /><Links /></head><body><Outlet /><Scripts /></body></html>
}
`,
    'app/routes.ts': `import { index, route } from '@react-router/dev/routes'

export default [
  index('routes/page-0.tsx'),
${routes
  .slice(1)
  .map(n => `  route('page-${n}/:id', 'routes/page-${n}.tsx'),`)
  .join('\n')}
]
`,
    ...Object.fromEntries(routes.map(n => [`app/routes/page-${n}.tsx`, routeFile(n)])),
    ...Object.fromEntries(routes.map(n => [`app/routes/table-${n}.tsx`, tableFile(n)])),
  }
  symlinkSync(join(REPOSITORY_DIR, 'node_modules'), join(dir, 'node_modules'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), content)
  }
}

const repeat = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')

const routeFile = (n: number) => `import { data, Form, Link, useLoaderData } from 'react-router'
import { Table${n} } from './table-${n}'

interface Item${n} { readonly id: string; readonly name: string; readonly amount: number; readonly tags: readonly string[] }

${repeat(
  10,
  i => `const compute${n}x${i} = (items: readonly Item${n}[], limit = ${i}) =>
  items.filter(({ amount }) => amount > limit * ${n}).map(item => ({ ...item, name: \`\${item.name} ${i}\`, share: item.amount / (limit + ${n + 1}) }))`,
)}

export async function loader({ params }: { params: { id?: string } }) {
  const items: Item${n}[] = Array.from({ length: ${n + 3} }, (_, id) => ({ id: String(id), name: 'item ' + id + (params.id ?? ''), amount: id * ${n}, tags: ['a', 'b'] }))
  if (params.id === 'missing') throw data(null, { status: 404 })
  return { items, title: 'Page ${n}' }
}

export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const name = String(form.get('name') ?? '')
  if (name.length < ${n % 7}) return { error: 'too short for page ${n}' }
  return { saved: name }
}

export default function Page${n}() {
  const { items, title } = useLoaderData<typeof loader>()
  const lists = [${Array.from({ length: 10 }, (_, i) => `compute${n}x${i}(items)`).join(', ')}]
  return (
    <main>
      <h1>{title}</h1>
      <Form method="post">
${repeat(8, i => `        <label>Field ${i} of ${n}<input name="field-${i}" defaultValue={items[${i}]?.name} /></label>`)}
        <button>save {${n}}</button>
      </Form>
      <ul>
        {lists.flat().map(({ id, name, share }) => <li key={id + name}><Link to={'/page-${(n + 1) % routeCount}/' + id}>{name} {share.toFixed(2)}</Link></li>)}
      </ul>
      <Table${n} rows={items} onPick={id => console.log('picked', id, ${n})} />
    </main>
  )
}
`

const tableFile = (n: number) => `import { useMemo, useState } from 'react'

interface Row { readonly id: string; readonly name: string; readonly amount: number }

export function Table${n}({ rows, onPick }: { rows: readonly Row[]; onPick: (id: string) => void }) {
  const [order, setOrder] = useState<'name' | 'amount'>('name')
  const [filter, setFilter] = useState('')
  const sorted = useMemo(
    () => rows.filter(({ name }) => name.includes(filter)).toSorted((a, b) => (order === 'name' ? a.name.localeCompare(b.name) : a.amount - b.amount + ${n})),
    [rows, order, filter],
  )
  return (
    <table>
      <caption>Table ${n}</caption>
      <thead><tr>
${repeat(6, i => `        <th onClick={() => setOrder(order === 'name' && ${i} > 2 ? 'amount' : 'name')}>Column ${i} of ${n}</th>`)}
        <th><input value={filter} onChange={event => setFilter(event.target.value)} /></th>
      </tr></thead>
      <tbody>
        {sorted.map(row => (
          <tr key={row.id} onClick={() => onPick(row.id)}>
${repeat(6, i => `            <td>{row.name.slice(${i})} {(row.amount * ${i + n}).toLocaleString()}</td>`)}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
`
