import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressPages } from './compress-pages.ts'

const html = '<li>the same row again and again</li>'.repeat(2_000)
const page = (headers: Record<string, string> = {}) => ({ 'content-type': 'text/html; charset=utf-8', ...headers })

/** Responses of the handler, by path. */
const answers: Record<string, () => Response> = {
  '/page': () => new Response(html, { headers: page() }),
  '/lost.data': () => new Response(html, { status: 404, headers: { 'content-type': 'text/x-script', vary: 'cookie' } }),
  '/api': () => Response.json({ html }),
  '/picture': () => new Response(html, { headers: { 'content-type': 'image/png' } }),
  '/live': () => new Response('live\n', { headers: { 'content-type': 'text/plain' } }),
  '/kept': () => new Response(html, { headers: page({ 'cache-control': 'no-transform' }) }),
  '/packed': () => new Response('…', { headers: page({ 'content-encoding': 'zstd' }) }),
  '/none': () => new Response(null, { status: 204, headers: page() }),
  '/same': () => new Response(null, { status: 304, headers: page() }),
  '/moved': () => new Response(null, { status: 302, headers: { location: '/page' } }),
}

let server: Server
beforeAll(async () => {
  const handle = async (request: Request) => {
    const { pathname } = new URL(request.url)
    return request.method === 'HEAD'
      ? new Response(null, { headers: page() })
      : (answers[pathname]?.() ?? new Response(null, { status: 404 }))
  }
  server = createServer(createRequestListener(compressPages(handle), { onError: () => undefined })).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
])('a page is compressed for a client that accepts %s', async (accepted, encoding, unpack) => {
  const { headers, body } = await ask('/page', accepted)
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(headers['content-length']).toBeUndefined()
  expect(unpack(body).toString()).toBe(html)
  expect(body.length).toBeLessThan(html.length / 50)
})

test('data and JSON are compressed too, with their status and headers', async () => {
  const { statusCode, headers, body } = await ask('/lost.data', 'br')
  expect([statusCode, headers['vary'], brotliDecompressSync(body).toString()]).toEqual([
    404,
    'cookie, accept-encoding',
    html,
  ])
  expect((await ask('/api', 'br')).headers['content-encoding']).toBe('br')
})

test.each([undefined, '', 'identity', 'zstd', 'br;q=0, gzip;q=0'])(
  'who accepts %j gets the page as it is',
  async accepted => {
    const { headers, body } = await ask('/page', accepted)
    expect([headers['content-encoding'], headers['vary'], body.toString() === html]).toEqual([
      undefined,
      'accept-encoding',
      true,
    ])
  },
)

test.each(['/picture', '/live', '/kept', '/none', '/same', '/moved'])('%s is not compressed', async path => {
  const { headers, body } = await ask(path, 'br')
  expect(headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toBe(await answers[path]?.().text())
})

test('a compressed response is not compressed again', async () => {
  expect((await ask('/packed', 'br')).headers['content-encoding']).toBe('zstd')
})

test('HEAD names the encoding and has no body', async () => {
  const { headers, body } = await ask('/page', 'br', 'HEAD')
  expect([headers['content-encoding'], body.length]).toEqual(['br', 0])
})

describe.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
])('a page that streams as %s', (encoding, createUnpacker) => {
  test('sends each part to the browser before the next one is made', async () => {
    const { write, end, response, read } = await openStream()
    expect(await read()).toBe(shell)
    for (const part of ['<p>a part that came later</p>', '<p>ö and the last</p>']) {
      write(part)
      expect(await read()).toBe(part)
    }
    end()
    await once(response, 'end')
  })

  test('is cancelled when the browser leaves', async () => {
    const { response, read, left } = await openStream()
    await read()
    response.destroy()
    await left
  })

  test('ends where the page fails', async () => {
    const { fail, response, read } = await openStream()
    await read()
    fail()
    await expect(once(response, 'end')).rejects.toThrow('aborted')
  })

  async function openStream() {
    const left = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
    const body = new ReadableStream<Uint8Array>({ start: opened.resolve, cancel: () => left.resolve() })
    answers['/stream'] = () => new Response(body, { headers: page() })
    const parts = await opened.promise
    const write = (part: string) => parts.enqueue(new TextEncoder().encode(part))
    // The headers are sent with it.
    write(shell)
    const response = await send('/stream', encoding)
    const unpacked = response.pipe(createUnpacker())
    return {
      write,
      end: () => parts.close(),
      fail: () => parts.error(new Error('the render broke')),
      response,
      read: async () => String((await once(unpacked, 'data'))[0]),
      left: left.promise,
    }
  }
})

const shell = '<p>the shell</p>'

async function ask(path: string, accepted: string | undefined, method = 'GET') {
  const response = await send(path, accepted, method)
  return { statusCode: response.statusCode, headers: response.headers, body: await buffer(response) }
}

/** Unlike fetch() it decompresses nothing. */
async function send(path: string, accepted: string | undefined, method = 'GET'): Promise<IncomingMessage> {
  const { port }: AddressInfo = Object(server.address())
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const [response]: [IncomingMessage] = Object(await once(request({ port, path, headers, method }).end(), 'response'))
  return response
}
