/**
 * A shop as a team would write it today, with the README's three lines: a loader that calls HTTP, Redis and pino, failures of both sides,
 * and a server for each framework. Nothing else in it concerns telemetry.
 *
 * @returns Text by path.
 */
export function shopFiles(openTelemetry: 2 | 3 | undefined): Record<string, string> {
  return {
    ...app,
    ...routes,
    ...servers,
    'sentry.mjs': sentry,
    ...(openTelemetry && { 'instrument.mjs': ownSdk(openTelemetry) }),
  }
}

/** The start command of each framework's server, as in README and BY-HAND. `register` is in `NODE_OPTIONS`. */
export const SERVER_HOSTS = {
  'react-router-serve': { command: ['react-router-serve', './build/server/index.js'], load: '@errata/otel/register' },
  // README's start command, by the package manager that runs it.
  'pnpm start': { command: ['pnpm', 'start'], load: undefined },
  express: { command: ['node', 'express.mjs'], load: '@errata/otel/register' },
  hono: { command: ['node', 'hono.mjs'], load: '@errata/otel/register' },
  fastify: { command: ['node', 'fastify.mjs'], load: '@errata/otel/register' },
  koa: { command: ['node', 'koa.mjs'], load: '@errata/otel/register' },
  'after Sentry': { command: ['node', 'express.mjs'], load: './sentry.mjs --import @errata/otel/register' },
  'before Sentry': { command: ['node', 'express.mjs'], load: '@errata/otel/register --import ./sentry.mjs' },
  'beside a NodeSDK': { command: ['node', 'express.mjs'], load: './instrument.mjs' },
  'react-router dev': { command: ['react-router', 'dev', '--host', '127.0.0.1'], load: undefined },
} as const

export type ServerHost = keyof typeof SERVER_HOSTS

const app = {
  'tsconfig.json': `{
  "include": ["**/*.ts", "**/*.tsx", ".react-router/types/**/*"],
  "compilerOptions": {
    "strict": true, "noEmit": true, "jsx": "react-jsx", "module": "esnext", "moduleResolution": "bundler", "target": "es2022",
    "lib": ["es2023", "dom", "dom.iterable"], "types": ["node", "vite/client"], "rootDirs": [".", "./.react-router/types"],
    "esModuleInterop": true, "verbatimModuleSyntax": true, "skipLibCheck": true
  }
}`,
  'vite.config.ts': `import { errataOtel } from '@errata/otel/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [errataOtel(), reactRouter()] })
`,
  'react-router.config.ts': `import type { Config } from '@react-router/dev/config'

export default { ssr: true } satisfies Config
`,
  'app/root.tsx': `import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

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
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`,
  'app/stock.server.ts': `import { Redis } from 'ioredis'
import { pino } from 'pino'

const redis = new Redis(process.env['REDIS_URL'] ?? '', { enableReadyCheck: false })
const logger = pino()
// The connection must not keep a stopping server alive.
redis.on('connect', () => redis.stream.unref())

export async function readStock(): Promise<string> {
  const answer = await fetch(process.env['STOCK_URL'] ?? '')
  logger.info({ shelf: 7 }, 'looked up')
  return \`\${await answer.text()} \${await redis.get('tea')}\`
}
`,
}

const routes = {
  'app/routes.ts': `import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('cart/:id', 'routes/cart.tsx'),
  route('order', 'routes/order.tsx'),
  route('boom/:id', 'routes/boom.tsx'),
  route('later', 'routes/later.tsx'),
] satisfies RouteConfig
`,
  'app/routes/home.tsx': `import { Link, useFetcher, useLoaderData } from 'react-router'
import { readStock } from '../stock.server'

export async function loader() {
  return { stock: await readStock() }
}

export async function action() {
  return 'watched'
}

export default function Home() {
  const { stock } = useLoaderData<typeof loader>()
  const fetcher = useFetcher<typeof action>()
  return (
    <main>
      <p>In stock: {stock}</p>
      <fetcher.Form method="post" action="/?index"><button>watch</button></fetcher.Form>
      <p>{fetcher.state === 'idle' && fetcher.data}</p>
      <Link to="/cart/3">cart</Link>
    </main>
  )
}
`,
  'app/routes/cart.tsx': `import { Link } from 'react-router'

export function loader() {
  return null
}

const pay = () => {
  throw new TypeError('no cart')
}

export default function Cart() {
  return <><button onClick={pay}>pay</button><Link to="/">home</Link></>
}
`,
  'app/routes/order.tsx': `import { Form } from 'react-router'

export async function action() {
  throw new RangeError('s3cr3t order')
}

export default function Order() {
  return <Form method="post"><button>order</button></Form>
}
`,
  'app/routes/boom.tsx': `export function loader() {
  throw new RangeError('s3cr3t')
}

export default function Boom() {
  return null
}
`,
  'app/routes/later.tsx': `import { Suspense } from 'react'
import { Await, useLoaderData } from 'react-router'

export function loader() {
  return { news: new Promise<string>((_, reject) => setTimeout(reject, 50, new RangeError('s3cr3t news'))) }
}

export default function Later() {
  const { news } = useLoaderData<typeof loader>()
  return (
    <Suspense fallback="waiting">
      <Await resolve={news} errorElement="no news">{text => text}</Await>
    </Suspense>
  )
}
`,
}

const listening = "Number(process.env.PORT), '127.0.0.1'"
const servers = {
  'express.mjs': `import { createRequestHandler } from '@react-router/express'
import express from 'express'

const build = await import('./build/server/index.js')
const app = express()
app.use(express.static('build/client'))
app.get('/api/items/:id', () => {
  throw new RangeError('s3cr3t item')
})
app.use((req, res, next) => (req.path.startsWith('/api/') ? next() : createRequestHandler({ build })(req, res, next)))
app.listen(${listening})
`,
  'hono.mjs': `import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createRequestHandler } from 'react-router'

const handle = createRequestHandler(await import('./build/server/index.js'), 'production')
const app = new Hono()
app.use('/assets/*', serveStatic({ root: './build/client' }))
app.get('/api/items/:id', () => {
  throw new RangeError('s3cr3t item')
})
app.all('*', ({ req }) => handle(req.raw))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
`,
  'fastify.mjs': `import { createReadStream } from 'node:fs'
import { createRequestListener } from '@react-router/node'
import fastify from 'fastify'

const handle = createRequestListener({ build: await import('./build/server/index.js') })
const app = fastify()
app.addContentTypeParser('*', (request, payload, done) => done(null)) // React Router reads forms itself
app.get('/assets/*', ({ params }, reply) =>
  reply.type('text/javascript').send(createReadStream(\`build/client/assets/\${params['*']}\`)),
)
app.get('/api/items/:id', async () => {
  throw new RangeError('s3cr3t item')
})
app.all('*', ({ raw }, reply) => {
  reply.hijack()
  return handle(raw, reply.raw)
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
`,
  'koa.mjs': `import { createReadStream } from 'node:fs'
import Router from '@koa/router'
import { createRequestListener } from '@react-router/node'
import Koa from 'koa'

const handle = createRequestListener({ build: await import('./build/server/index.js') })
const router = new Router()
router.get('/api/items/:id', () => {
  throw new RangeError('s3cr3t item')
})
const app = new Koa()
app.silent = true
app.use(router.routes())
app.use(ctx => {
  if (ctx.path.startsWith('/assets/')) {
    ctx.type = 'text/javascript'
    ctx.body = createReadStream(\`build/client\${ctx.path}\`)
    return
  }
  ctx.respond = false
  return handle(ctx.req, ctx.res)
})
app.listen(${listening})
`,
}

/** Sentry's own setup. Its address is in `SENTRY_DSN`. */
const sentry = `import * as Sentry from '@sentry/node'

Sentry.init({ tracesSampleRate: 1 })
`

/** From BY-HAND.md, "Beside one's own SDK", with what it leaves to the reader: imports, and instrumentations of what the app calls. */
const ownSdk = (line: 2 | 3) => `import { register } from 'node:module'
import { errataInstrumentation, errataLogProcessor, errataSpanProcessor } from '@errata/otel/server'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { BatchLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor } from '@opentelemetry/${line === 2 ? 'sdk-trace-base' : 'sdk-trace'}'

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
const sdk = new NodeSDK({
  spanProcessors: [errataSpanProcessor(${line === 2 ? 'new BatchSpanProcessor(new OTLPTraceExporter(), {' : 'new BatchSpanProcessor({ exporter: new OTLPTraceExporter(),'} scheduledDelayMillis: 500 }))],
  logRecordProcessors: [errataLogProcessor(new BatchLogRecordProcessor({ exporter: new OTLPLogExporter(), scheduledDelayMillis: 500 }))],
  instrumentations: [
    new HttpInstrumentation(),
    new UndiciInstrumentation({ requireParentforSpans: true }),
    new PinoInstrumentation(),
    new IORedisInstrumentation(),
    errataInstrumentation(),
  ],
})
sdk.start()
process.once('SIGTERM', () => sdk.shutdown().then(() => process.exit(0)))
`
