import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

/** The versions that this repository tests with. */
async function readVersions(path: string): Promise<Record<string, string>> {
  const { dependencies, devDependencies } = manifest.parse(
    JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8')),
  )
  return { ...dependencies, ...devDependencies }
}

/**
 * A small shop as its author would write it: the README's lines, three pages, and a server for each host.
 *
 * @param tarball File name of the packed package, in the app's folder.
 * @returns Text by path.
 */
export async function appFiles(tarball: string): Promise<Record<string, string>> {
  const versions = { ...(await readVersions('../package.json')), ...(await readVersions('../../package.json')) }
  const pinned = (names: string[]) => Object.fromEntries(names.map(name => [name, versions[name] ?? '']))
  return {
    'package.json': JSON.stringify({
      name: 'shop',
      version: '1.4.2',
      type: 'module',
      scripts: { start: "NODE_OPTIONS='--import @errata/otel/register' react-router-serve build/server/index.js" },
      dependencies: {
        ...pinned(['react', 'react-dom', 'react-router', '@react-router/node', '@react-router/serve']),
        ...pinned(['express', 'hono', '@hono/node-server']),
        '@errata/otel': `file:${tarball}`,
        isbot: '5',
      },
      devDependencies: pinned([
        '@react-router/dev',
        '@types/node',
        '@types/react',
        '@types/react-dom',
        'typescript',
        'vite',
      ]),
      // The newest of the three that every registry has need an older router by name.
      overrides: pinned(['react-router', '@react-router/node']),
    }),
    'tsconfig.json': `{
  "include": ["**/*.ts", "**/*.tsx", ".react-router/types/**/*"],
  "compilerOptions": {
    "strict": true, "noEmit": true, "jsx": "react-jsx", "module": "esnext", "moduleResolution": "bundler", "target": "es2024",
    "lib": ["es2024", "dom", "dom.iterable", "esnext.disposable"], "types": ["node"], "rootDirs": [".", "./.react-router/types"],
    "exactOptionalPropertyTypes": true, "allowImportingTsExtensions": true, "skipLibCheck": false
  }
}`,
    ...pages,
    ...servers,
  }
}

const pages = {
  'vite.config.ts': `import { errataOtel } from '@errata/otel/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [errataOtel(), reactRouter()] })
`,
  'app/root.tsx': `import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts } from 'react-router'

export { ErrorBoundary } from '@errata/otel/react-router'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`,
  'app/routes.ts': `import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('page.tsx'), route('boom/:id', 'boom.tsx'), route('cart/:id', 'cart.tsx'), route('about', 'about.tsx')] satisfies RouteConfig
`,
  'react-router.config.ts': `import type { Config } from '@react-router/dev/config'

export default { prerender: ['/about'] } satisfies Config
`,
  'app/about.tsx': `export default function About() {
  return <p>Our tables are made of oak.</p>
}
`,
  'app/page.tsx': `import { Link } from 'react-router'

export default function Page() {
  return <Link to="/cart/3">cart</Link>
}
`,
  'app/cart.tsx': `export function loader() {
  return null
}

const fail = () => {
  throw new TypeError('no cart')
}

export default function Cart() {
  return <button onClick={fail}>pay</button>
}
`,
  'app/boom.tsx': `export function loader() {
  throw new RangeError('s3cr3t')
}

export default function Boom() {
  return null
}
`,
}

/** None knows of telemetry. */
const servers = {
  'server.ts': `import { createServer } from 'node:http'
import { createRequestListener } from '@react-router/node'
import express from 'express'

const build = await import(new URL('./build/server/index.js', import.meta.url).href)
const files = express.static('build/client')
const pages = createRequestListener({ build })
createServer((req, res) => files(req, res, () => void pages(req, res))).listen(Number(process.env['PORT']), '127.0.0.1')
`,
  // Express has its types in a package of their own.
  'untyped.d.ts': `declare module 'express'
declare module 'virtual:react-router/server-build'
`,
  'express.ts': `import { createRequestListener } from '@react-router/node'
import express from 'express'

const build = await import(new URL('./build/server/index.js', import.meta.url).href)
const app = express()
app.use(express.static('build/client'))
app.use(createRequestListener({ build }))
app.listen(Number(process.env['PORT']), '127.0.0.1')
`,
  // As React Router's template for custom servers: Vite loads the server's own file, which imports the build.
  'vite.ts': `import { createServer } from 'node:http'
import { createServer as createViteServer } from 'vite'

const vite = await createViteServer({ server: { middlewareMode: true } })
createServer((req, res) =>
  vite.middlewares(req, res, async () => {
    const { pages } = await vite.ssrLoadModule('./vite-pages.ts')
    pages(req, res)
  }),
).listen(Number(process.env['PORT']), '127.0.0.1')
`,
  'vite-pages.ts': `import { createRequestListener } from '@react-router/node'

export const pages = createRequestListener({ build: () => import('virtual:react-router/server-build') })
`,
  // The same with a handler of Node's.
  'vite-build.ts': `import { createServer } from 'node:http'
import { createRequestListener } from '@react-router/node'
import { createServer as createViteServer } from 'vite'

const vite = await createViteServer({ server: { middlewareMode: true } })
const pages = createRequestListener({
  build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as never,
})
createServer((req, res) => vite.middlewares(req, res, () => void pages(req, res))).listen(Number(process.env['PORT']), '127.0.0.1')
`,
  'hono.ts': `import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createRequestHandler } from 'react-router'

const build = await import(new URL('./build/server/index.js', import.meta.url).href)
const handle = createRequestHandler(build, 'production')
const app = new Hono()
app.use('/assets/*', serveStatic({ root: './build/client' }))
app.all('*', ({ req }) => handle(req.raw))
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' })
`,
}
