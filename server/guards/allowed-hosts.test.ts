import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseForeignHosts } from './allowed-hosts.ts'

const names = { allowedHosts: ['desk.example', '[2001:db8::1]'], proxies: 0 }
let bare: Door
let proxied: Door

beforeAll(async () => {
  bare = await openDoor(names)
  proxied = await openDoor({ ...names, proxies: 1 })
})
afterAll(() => {
  for (const { server } of [bare, proxied]) server.close()
})

describe('a desk without a proxy', () => {
  test.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost.',
    '127.0.0.1:3000',
    '127.8.9.10',
    '[::1]:3000',
    '[::ffff:127.0.0.1]',
    'desk.example',
    'Desk.Example.:443',
    '[2001:DB8:0::1]',
  ])('answers to %s', async host => {
    expect(await bare.ask('/traces', [`Host: ${host}`])).toBe(200)
  })

  test.each([
    'evil.example',
    'localhost.evil.example',
    'sub.desk.example',
    '127.999.1.1',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '192.0.2.1',
    '[2001:db8::2]',
    '[::1',
    '::1',
    'evil.example@localhost',
    'localhost, evil.example',
    '',
  ])('does not answer to "%s"', async host => {
    expect(await bare.ask('/traces', [`Host: ${host}`])).toBe(421)
  })

  test('refuses two Host headers in any order, and none', async () => {
    expect(await bare.ask('/traces', ['Host: localhost', 'Host: evil.example'])).toBe(421)
    expect(await bare.ask('/traces', ['Host: evil.example', 'hOsT: localhost'])).toBe(421)
    expect(await bare.ask('/traces', ['Host: localhost', 'Host: localhost'])).toBe(421)
    expect(await bare.ask('/traces', [], '1.0')).toBe(421)
  })

  test('refuses a whole URL, which would override the header', async () => {
    expect(await bare.ask('http://evil.example/traces', ['Host: localhost'])).toBe(421)
    expect(await bare.ask('http://localhost/livez', ['Host: localhost'])).toBe(421)
  })

  test('ignores the headers that a proxy sets', async () => {
    const forwarded = ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost']
    expect(await bare.ask('/traces', ['Host: evil.example', ...forwarded])).toBe(421)
  })

  test('answers health checks for any host, and nothing else', async () => {
    expect(await bare.ask('/livez', ['Host: 10.1.2.3:3000'])).toBe(200)
    expect(await bare.ask('/readyz?trace=0', ['Host: desk-7d9f'])).toBe(200)
    for (const path of ['/livez/', '/livez.data', '/LIVEZ', '//livez', '/livez/../traces', '/livez%2f..']) {
      expect([path, await bare.ask(path, ['Host: 10.1.2.3'])]).toEqual([path, 421])
    }
  })
})

describe('a desk behind a proxy', () => {
  test('requires every named host to be its own', async () => {
    expect(await proxied.ask('/traces', ['Host: 127.0.0.1:3000', 'X-Forwarded-Host: desk.example'])).toBe(200)
    expect(await proxied.ask('/traces', ['Host: desk.example', 'Forwarded: for=192.0.2.1;host="desk.example"'])).toBe(
      200,
    )
    expect(await proxied.ask('/traces', ['Host: evil.example', 'X-Forwarded-Host: desk.example'])).toBe(421)
    expect(await proxied.ask('/traces', ['Host: localhost', 'X-Forwarded-Host: evil.example, desk.example'])).toBe(421)
    expect(
      await proxied.ask('/traces', ['Host: localhost', 'Forwarded: host=desk.example, Host = "evil.example']),
    ).toBe(421)
  })
})

test('any name that is neither loopback nor allowed is refused', () => {
  const isForeign = refuseForeignHosts(names)
  const own = /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]|desk\.example|\[2001:db8::1\])$/
  const bracketed = fc.ipV6().map(address => `[${address}]`)
  const host = fc.oneof(fc.string(), fc.domain(), fc.ipV4(), fc.ipV4Extended(), bracketed)
  fc.assert(
    fc.property(host, name => {
      const hostname = URL.parse(`http://${name}`)?.hostname.replace(/\.$/, '')
      const req = new IncomingMessage(new Socket())
      Object.assign(req, { url: '/', headers: { host: name }, rawHeaders: ['Host', name] })
      if (hostname === undefined || !own.test(hostname)) expect(isForeign(req, new ServerResponse(req))).toBe(true)
    }),
  )
})

interface Door {
  readonly server: Server
  /** Sends a request with exactly these lines. @returns the status of the response */
  ask(target: string, headers: readonly string[], version?: string): Promise<number>
}

async function openDoor(desk: typeof names): Promise<Door> {
  const isForeign = refuseForeignHosts(desk)
  const server = createServer((req, res) => {
    if (!isForeign(req, res)) res.end('the desk')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  return {
    server,
    async ask(target, headers, version = '1.1') {
      const socket = connect(port, '127.0.0.1')
      socket.end([`GET ${target} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'), 'latin1')
      return Number((await text(socket)).split(' ')[1])
    },
  }
}
