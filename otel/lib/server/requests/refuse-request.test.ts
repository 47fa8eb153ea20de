import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../../test/otel/run-traced-app.ts'

vi.setConfig({ testTimeout: 60_000 })

const lib = join(import.meta.dirname, '../..')
const moduleOf = (path: string) => JSON.stringify(join(lib, path))

/** What serves React Router's pages in `react-router-serve`, and what else our README names. */
const hosts = {
  'Express 5': `
    const { default: express } = await import('express')
    const { createRequestHandler } = await import('@react-router/express')
    const app = express().use(express.static('none')).all('*all', createRequestHandler({ build, mode: 'production' }))
    const server = app.listen(0, '127.0.0.1')`,
  'Express 4': `
    const { default: express } = await import('express-4')
    const { createRequestHandler } = await import('@react-router/express')
    const server = express().all('*', createRequestHandler({ build, mode: 'production' })).listen(0, '127.0.0.1')`,
  Hono: `
    const { serve } = await import('@hono/node-server')
    const { createRequestHandler } = await import('react-router')
    const handle = createRequestHandler(build, 'production')
    const server = serve({ fetch: request => handle(request), port: 0, hostname: '127.0.0.1' })`,
  'node:http': `
    const { createRequestListener } = await import('@react-router/node')
    const server = http.createServer(createRequestListener({ build, mode: 'production' })).listen(0, '127.0.0.1')`,
  'a listener by hand': `
    const { createRequestListener } = await import('@remix-run/node-fetch-server')
    const { pageHandler } = await import(${moduleOf('react-router/page-handler.ts')})
    const server = http.createServer(createRequestListener(pageHandler({ build }))).listen(0, '127.0.0.1')`,
}

const routerBuild = `
  const { instrumentBuild } = await import(${moduleOf('react-router/instrument-build.ts')})
  const { createTestRoute, createTestServerBuild } = await import(${moduleOf('../../test/otel/server-build.ts')})
  const home = { ...createTestRoute('root', '', {}), ...createTestRoute('home', '/', { loader: () => 'home' }, 'root') }
  const build = instrumentBuild(createTestServerBuild(home))`

/** Sends requests as they are written, one after the other; prints the first line and the Allow header of each response. */
const app = (start: string, requests: readonly string[]) => `
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url
  await import(${moduleOf('server/register.ts')})
  const http = await import('node:http')
  const { connect } = await import('node:net')
  ${start}
  if (!server.listening) await new Promise(resolve => server.once('listening', resolve))
  const ask = request => new Promise(resolve => {
    const socket = connect(server.address().port, '127.0.0.1')
    let answer = ''
    socket.on('data', data => { answer += data }).on('error', () => {}).on('close', () => resolve(answer))
    socket.write(request + '\\r\\nConnection: close\\r\\n\\r\\n', 'latin1')
  })
  const answers = []
  for (const request of ${JSON.stringify(requests)}) {
    const answer = await ask(request)
    answers.push([Number(answer.split(' ')[1] ?? 0), /^allow: (.*)$/im.exec(answer)?.[1].trim() ?? ''])
  }
  console.log('\\n' + JSON.stringify({ answers }))
  server.close()
  await otel.getTelemetry().shutdown(5_000)
  process.exit(0)`

async function answersOf(start: string, requests: readonly string[]) {
  const { lines, logs, spans } = await runTracedApp(
    app(start, requests),
    { NODE_ENV: 'production' },
    import.meta.dirname,
  )
  const line = lines.find(line => line.startsWith('{"answers"'))
  if (line === undefined) throw new Error(lines.join('\n'))
  const { answers }: { answers: [status: number, allow: string][] } = JSON.parse(line)
  const exceptions = logs.flatMap(({ attributes }) => attributes['exception.message'] ?? [])
  return { answers, exceptions, spans: spans.filter(({ kind }) => kind === 2).map(({ name }) => name) }
}

const to = (host: string, line = 'GET / HTTP/1.1') => `${line}\r\nHost: ${host}`
const allowed = 'GET, HEAD, POST, PUT, PATCH, DELETE'

const piece = fc.constantFrom(
  ...[
    '/',
    '//',
    '\\',
    '%2f',
    '%5c',
    '%',
    '%ff',
    '[',
    ']',
    ':',
    '99999',
    '@',
    '..',
    '?',
    '#',
    '*',
    'evil.example',
    'http:',
  ],
)
const target = fc
  .tuple(fc.constantFrom('/', '//', 'http://', ''), fc.array(piece, { maxLength: 5 }))
  .map(([start, pieces]) => `${start}${pieces.join('')}`)
const hostName = fc.oneof(
  fc.constantFrom('shop.test', 'shop.test:3000'),
  fc.array(fc.oneof(piece, fc.constantFrom(' ', 'a', '1', '\u00ff')), { maxLength: 4 }).map(pieces => pieces.join('')),
)
const verb = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'QUERY')
const request = fc.tuple(verb, target, hostName).map(([verb, target, host]) => to(host, `${verb} ${target} HTTP/1.1`))

test.each(Object.entries(hosts))(
  '%s with React Router refuses TRACE with 405 and an invalid address with 400, and fails at nothing',
  async (_, start) => {
    const whole = to('shop.test:80', 'GET http://shop.test:80/ HTTP/1.1')
    const invalid = [...['a b', 'shop.test:99999', '[', 'visitor@shop.test', ''].map(host => to(host)), whole]
    const known = [to('shop.test'), to('shop.test', 'TRACE / HTTP/1.1'), to('', 'TRACE /x HTTP/1.1'), ...invalid]
    const generated = fc.sample(request, 100)
    const { answers, exceptions, spans } = await answersOf(`${routerBuild}\n${start}`, [...known, ...generated])
    const failed = generated.filter((_, i) => (answers[known.length + i]?.[0] ?? 0) >= 500)

    expect(answers.slice(0, known.length)).toEqual([
      ...[
        [200, ''],
        [405, allowed],
        [405, allowed],
      ],
      ...invalid.map(() => [400, '']),
    ])
    expect(spans.slice(0, known.length)).toEqual(['GET /', 'TRACE', 'TRACE', ...invalid.map(() => 'GET')])
    expect([failed, exceptions]).toEqual([[], []])
  },
)

test('an app without React Router answers TRACE itself', async () => {
  const start = "const server = http.createServer((req, res) => res.end('traced')).listen(0, '127.0.0.1')"
  const { answers } = await answersOf(start, [to('shop.test', 'TRACE / HTTP/1.1'), to('a b')])

  expect(answers).toEqual([
    [200, ''],
    [200, ''],
  ])
})
