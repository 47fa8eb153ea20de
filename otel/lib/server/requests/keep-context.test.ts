import { beforeAll, expect, test, vi } from 'vitest'
import { runTracedApp, type TracedAppRun } from '../../../../test/otel/run-traced-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Each path makes its span in another place that Node calls by itself. */
const app = `
  import { createServer } from 'node:http'
  import { Readable, Writable } from 'node:stream'
  import { pipeline } from 'node:stream/promises'
  import { trace } from '@opentelemetry/api'
  import express from 'express'
  otel.startTelemetry({ serviceName: 'shop', otlpUrl: url })
  const tracer = trace.getTracer('shop')
  const made = req => tracer.startSpan('made ' + req.url).end()
  const sink = req => new Writable({ write(chunk, encoding, done) { if (!this.isMade) made(req); this.isMade = true; done() } })
  const failing = []
  setInterval(() => { for (const res of failing) res.emit('error', new TypeError('no error listener')) }, 5).unref()
  const answers = {
    '/end': (req, res) => req.resume().on('end', () => { made(req); res.end() }),
    '/data': (req, res) => req.once('data', () => made(req)).on('end', () => res.end()),
    '/pipe': (req, res) => req.pipe(sink(req)).on('finish', () => res.end()),
    '/pipeline': (req, res) => pipeline(req, sink(req)).then(() => res.end()),
    '/for-await': async (req, res) => { for await (const chunk of req) chunk.length; made(req); res.end() },
    '/json-parser': (req, res) => express.json({ limit: '1mb' })(req, res, error => { made(req); res.end(String(error)) }),
    '/form-parser': (req, res) => express.urlencoded({ limit: '1mb' })(req, res, error => { made(req); res.end(String(error)) }),
    '/multipart': async (req, res) => {
      const form = await new Response(Readable.toWeb(req), { headers: { 'content-type': req.headers['content-type'] } }).formData()
      made(req)
      res.end(form.get('file').name)
    },
    '/finish': (req, res) => res.on('finish', () => made(req)).end(),
    '/close': (req, res) => res.on('close', () => made(req)).end(),
    '/timer': (req, res) => setTimeout(() => { made(req); res.end() }, 5),
    '/loader': (req, res) => tracer.startActiveSpan('loader', span => req.resume().on('end', () => { made(req); span.end(); res.end() })),
    '/crash': (req, res) => req.resume().on('end', () => { throw new TypeError('no listener') }),
    '/error-event': (req, res) => failing.push(res),
    '/sync-crash': () => { throw new TypeError('no handler') },
  }
  const server = createServer(otel.traceRequests((req, res) => { otel.setRoute(req.url); answers[req.url](req, res) }))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const text = 'x'.repeat(200_000)
  const form = new FormData()
  form.set('file', new Blob([text]), 'photo.jpg')
  const bodies = {
    '/json-parser': { body: JSON.stringify({ text }), headers: { 'content-type': 'application/json' } },
    '/form-parser': { body: new URLSearchParams({ text }) },
    '/multipart': { body: form },
  }
  const post = path => fetch('http://127.0.0.1:' + server.address().port + path, { method: 'POST', body: text, ...bodies[path] })`

const streams = ['/end', '/data', '/pipe', '/pipeline', '/for-await', '/finish', '/close', '/timer', '/loader']
const parsers = ['/json-parser', '/form-parser', '/multipart']
const patterns = [...streams, ...parsers]

let run: TracedAppRun
beforeAll(async () => {
  run = await runTracedApp(`${app}
    for (const path of ${JSON.stringify(patterns)}) console.log(path, await (await post(path)).text())
    server.close()
    server.closeAllConnections()
    await otel.getTelemetry().shutdown(5_000)`)
})

test.each(patterns)('what a request calls in %s belongs to it', path => {
  const server = run.spans.find(({ kind, attributes }) => kind === 2 && attributes['url.path'] === path)
  const made = run.spans.filter(({ name }) => name === `made ${path}`)

  expect(made.map(({ attributes }) => attributes['errata.transaction.id'])).toEqual([server?.spanId])
})

test('body parsers read the whole body', () => {
  expect(run.lines.filter(line => parsers.some(path => line.startsWith(path)))).toEqual([
    '/json-parser undefined',
    '/form-parser undefined',
    '/multipart photo.jpg',
  ])
})

test.each([
  ['/crash', 'no listener'],
  ['/sync-crash', 'no handler'],
  ['/error-event', 'no error listener'],
])('a crash in %s is an exception of its request', async (path, message) => {
  const { spans, logs, code } = await runTracedApp(`${app}
    post('${path}').catch(() => {})`)
  const server = spans.find(({ kind }) => kind === 2)
  const thrown = logs.filter(({ attributes }) => attributes['exception.message'] === message)

  expect(code).toBe(1)
  expect(thrown.map(({ attributes }) => attributes['errata.transaction.route'])).toEqual([path])
  expect(server?.attributes['errata.transaction.route']).toBe(path)
  expect(thrown[0]?.spanId).toBe(server?.spanId)
})
