import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../../test/otel/run-traced-app.ts'

vi.setConfig({ testTimeout: 60_000 })

const modules = join(import.meta.dirname, '../../../../node_modules')
const folder = mkdtempSync(join(tmpdir(), 'errata-frameworks-'))
afterAll(() => rmSync(folder, { recursive: true }))

// A package is known by its folder's name.
mkdirSync(join(folder, 'node_modules'))
cpSync(join(modules, 'express-4'), join(folder, 'node_modules/express'), { recursive: true })
for (const name of ['@opentelemetry', 'koa', 'fastify', 'hono'])
  symlinkSync(join(modules, name), join(folder, 'node_modules', name))

/** An app of Express. @param rest matches every other path in the syntax of the version: `*` or `*rest` */
const express = (rest: string) => `
  const { default: express } = await import('express')
  const app = express()
  const shop = express.Router()
  shop.get('/items/:id', (req, res) => res.end('tea'))
  shop.get('/fail/:id', () => { throw new RangeError('no stock') })
  shop.get('/next/:id', (req, res, next) => next(new RangeError('no stock')))
  shop.get('/gone/:id', (req, res, next) => next(Object.assign(new Error('gone'), { status: 410 })))
  app.use((req, res, next) => next())
  app.use('/shop', shop)
  app.get('/${rest}', (req, res) => res.status(404).end('nowhere'))
  app.use((error, req, res, next) => res.status(error.status ?? 500).end('sorry'))
  const server = app.listen(0, '127.0.0.1')`
const koa = `
  const { default: Koa } = await import('koa')
  const app = new Koa().on('error', () => {})
  app.use(async (ctx, next) => { await next() })
  app.use(async ctx => {
    if (ctx.path.startsWith('/nowhere')) ctx._matchedRoute = '(.*)'
    if (!ctx.path.startsWith('/shop')) return
    ctx._matchedRoute = ctx.path.replace(/[^/]+$/, ':id')
    if (/fail|next/.test(ctx.path)) throw new RangeError('no stock')
    if (ctx.path.includes('gone')) ctx.throw(410)
    ctx.body = 'tea'
  })
  const server = app.listen(0, '127.0.0.1')`
const fastify = `
  const { default: fastify } = await import('fastify')
  const app = fastify()
  app.get('/shop/items/:id', async () => 'tea')
  app.get('/assets/*', async () => 'a file')
  app.get('/*', async (req, reply) => reply.code(404).send('nowhere'))
  for (const path of ['fail', 'next']) app.get('/shop/' + path + '/:id', async () => { throw new RangeError('no stock') })
  app.get('/shop/gone/:id', async () => { throw Object.assign(new Error('gone'), { statusCode: 410 }) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { server } = app`

const hono = `
  const { serve } = await import('@hono/node-server')
  const { Hono } = await import('hono')
  const shop = new Hono()
  shop.get('/items/:id', c => c.text('tea'))
  shop.get('/fail/:id', () => { throw new RangeError('no stock') })
  shop.get('/next/:id', async () => { throw new RangeError('no stock') })
  shop.get('/gone/:id', () => { throw Object.assign(new Error('gone'), { status: 410 }) })
  const app = new Hono().use('*', (c, next) => next()).route('/shop', shop)
  app.all('*', c => c.text('nowhere', 404))
  app.onError((error, c) => c.text('sorry', error.status ?? 500))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })`

const script = (start: string) => `
  await import(${JSON.stringify(new URL('../register.ts', import.meta.url).pathname)})
  ${start}
  if (!server.listening) await new Promise(resolve => server.once('listening', resolve))
  const base = 'http://127.0.0.1:' + server.address().port
  for (const path of ['items', 'fail', 'next', 'gone']) await (await fetch(base + '/shop/' + path + '/7')).text()
  await (await fetch(base + '/nowhere/7')).text()
  await (await fetch(base + '/assets/entry-abc.js')).text()
  server.close()
  server.closeAllConnections()
  await otel.getTelemetry().shutdown(5_000)
  process.exit(0)`

test.each([
  ['Express 4', express('*'), folder],
  ['Express 5', express('*rest'), import.meta.dirname],
  ['Koa', koa, import.meta.dirname],
  ['Fastify', fastify, import.meta.dirname],
  ['Hono', hono, import.meta.dirname],
])('what a handler of %s throws is an exception in its request, which is named by its route', async (_, start, at) => {
  const { spans, logs, lines } = await runTracedApp(
    `process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url\n${script(start)}`,
    { NODE_PATH: modules, NODE_ENV: 'test' },
    at,
  )
  const servers = spans.filter(({ kind }) => kind === 2)

  expect(
    servers.map(({ name }) => name),
    lines.join('\n'),
  ).toEqual(['GET /shop/items/:id', 'GET /shop/fail/:id', 'GET /shop/next/:id', 'GET /shop/gone/:id', 'GET'])
  expect(servers.at(-1)?.attributes).not.toHaveProperty('http.route')
  const thrown = logs.filter(({ attributes }) => attributes['exception.type'] !== undefined)
  expect(thrown.map(({ spanId, attributes }) => [spanId, attributes['exception.message']])).toEqual([
    [servers[1]?.spanId, 'no stock'],
    [servers[2]?.spanId, 'no stock'],
  ])
  expect(spans.filter(({ kind }) => kind === 1)).toEqual([])
})
