import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { precompressFiles } from './precompress-files.ts'
import { serveFiles } from './serve-files.ts'

const script = 'export const answer = 42 // the same words again and again\n'.repeat(200)
const folder = mkdtempSync(join(tmpdir(), 'errata-files-'))
let server: Server

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/entry-Ab12.js'), script)
  writeFileSync(join(folder, 'assets/tiny-Cd34.css'), 'a{}')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /\n')
  await precompressFiles(folder)
  const files = serveFiles(folder)
  // Removed, as during a rebuild.
  rmSync(folder, { recursive: true })
  server = createServer((req, res) => {
    if (!files(req, res)) res.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['br;q=0', undefined],
  ['*', 'br'],
  ['zstd', undefined],
  ['', undefined],
])('a client that accepts "%s" gets the script as %s', async (accepted, encoding) => {
  const { headers, body } = await ask('/assets/entry-Ab12.js', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
  expect(decode(body, encoding)).toBe(script)
  if (encoding !== undefined) expect(body.length).toBeLessThan(script.length / 10)
  expect([headers['vary'], headers['content-length']]).toEqual(['accept-encoding', `${body.length}`])
})

test('a file that compression does not shrink is sent uncompressed', async () => {
  const { headers, body } = await ask('/assets/tiny-Cd34.css', { 'accept-encoding': 'br' })
  expect([headers['content-encoding'], body.toString()]).toEqual([undefined, 'a{}'])
})

test('a file with a hash in its name is cached for a year, others are revalidated', async () => {
  const { headers } = await ask('/assets/entry-Ab12.js')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  const robots = await ask('/robots.txt?x=1')
  expect([robots.headers['cache-control'], robots.headers['content-type']]).toEqual([
    'no-cache',
    'text/plain; charset=utf-8',
  ])
})

test('a client that has the file gets 304, and HEAD only the length', async () => {
  const { headers } = await ask('/robots.txt')
  const again = await ask('/robots.txt', { 'if-none-match': headers.etag ?? '' })
  expect([again.statusCode, again.body.length, again.headers['vary']]).toEqual([304, 0, 'accept-encoding'])
  const head = await ask('/robots.txt', {}, 'HEAD')
  expect([head.statusCode, head.body.length, head.headers['content-length']]).toEqual([200, 0, '26'])
})

test.each(['bytes=5-2', 'bytes=-5', 'bytes=99999999-', 'bytes=0-1,5-6', 'x'])(
  'the range %s ends in the whole file, not in the end of the process',
  async range => {
    const { statusCode, body } = await ask('/assets/entry-Ab12.js', { range })
    expect([statusCode, body.toString()]).toEqual([200, script])
  },
)

test('nothing else is served: other methods, folders, paths outside, compressed files by name', async () => {
  const paths = [
    '/',
    '/assets',
    '/assets/',
    '/assets/../robots.txt',
    '/%72obots.txt',
    '/assets/entry-Ab12.js.br',
    '/constructor',
  ]
  for (const path of paths) expect([path, (await ask(path)).statusCode]).toEqual([path, 404])
  expect((await ask('/robots.txt', {}, 'POST')).statusCode).toBe(404)
})

test('every Accept-Encoding gets a response that the client can decode', async () => {
  const coding = fc.constantFrom(
    'br',
    'gzip',
    '*',
    'identity',
    'deflate',
    'BR',
    ' gzip',
    'br;q=0',
    'gzip;q=x',
    'gzip;q=0.1',
    ';',
    '=',
  )
  const header = fc.oneof(
    fc.array(coding, { maxLength: 6 }).map(codings => codings.join(',')),
    fc.stringMatching(/^[ -~]{0,30}$/),
  )
  await fc.assert(
    fc.asyncProperty(header, async accepted => {
      const { statusCode, headers, body } = await ask('/assets/entry-Ab12.js', { 'accept-encoding': accepted })
      expect(statusCode).toBe(200)
      expect(decode(body, headers['content-encoding'])).toBe(script)
    }),
    { numRuns: 50 },
  )
})

function decode(body: Buffer, encoding: string | undefined): string {
  return (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

/** Sends the path as it is, and decompresses nothing. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port }: AddressInfo = Object(server.address())
  const sent = request({ port, host: '127.0.0.1', path, headers, method }).end()
  const [response]: [IncomingMessage] = Object(await once(sent, 'response'))
  return { statusCode: response.statusCode, headers: response.headers, body: await buffer(response) }
}
