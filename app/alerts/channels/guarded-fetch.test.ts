import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type Context, type ContextManager, context, ROOT_CONTEXT } from '@opentelemetry/api'
import { isTracingSuppressed } from '@opentelemetry/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../test/make-certificate.ts'
import { createGuardedFetch, GuardedFetchError, type ResolveAll } from './guarded-fetch.server.ts'
import { readAllowedReceivers } from './reachable-address.server.ts'

/** A receiver on loopback. */
async function receive(answer: (request: IncomingMessage, response: ServerResponse) => void, host = '127.0.0.1') {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  const port = await listen(server, host)
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { port, url: `http://${host}:${port}/`, requests, [Symbol.asyncDispose]: close }
}

const listen = (server: Server, host: string, port = 0) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })

function open({ allow = [], resolve, timeoutMs }: { allow?: string[]; resolve?: ResolveAll; timeoutMs?: number } = {}) {
  const guarded = createGuardedFetch({
    allowed: readAllowedReceivers(allow),
    ...(resolve && { resolve }),
    ...(timeoutMs && { timeoutMs }),
  })
  const post = (url: string) => guarded.send({ url, method: 'POST', body: '{}' })
  const failOf = (url: string): Promise<GuardedFetchError> =>
    post(url).then(
      () => expect.fail('it was sent'),
      error => {
        expect(error).toBeInstanceOf(GuardedFetchError)
        return error
      },
    )
  return { post, failOf, [Symbol.asyncDispose]: () => guarded.close() }
}

const answering =
  (...answers: string[]): ResolveAll =>
  async () =>
    answers.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a receiver that is not on the internet', () => {
  test('is refused, by an error that names the setting', async () => {
    await using receiver = await receive((_, response) => response.end())
    await using guarded = open()
    const error = await guarded.failOf(receiver.url)
    expect(error.isRefused).toBe(true)
    expect(error.message).toBe(
      '127.0.0.1 is not on the internet: to allow it, name it or its network in ERRATA_ALERT_ALLOW.',
    )
    expect(receiver.requests).toEqual([])
  })

  test.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://①②⑦.⓪.⓪.①/',
  ])('is refused in any notation: %s', async url => {
    await using guarded = open({ resolve: () => expect.fail('it was looked up') })
    expect((await guarded.failOf(url)).isRefused).toBe(true)
  })

  test('is refused however its address is written', async () => {
    await using guarded = open({ resolve: () => expect.fail('it was looked up') })
    const part = (value: number) =>
      fc.constantFrom(String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`, `0x00${value.toString(16)}`)
    const literal = fc
      .tuple(part(127), fc.nat(255).chain(part), fc.nat(255).chain(part), fc.nat(255).chain(part), fc.boolean())
      .map(([a, b, c, d, hasDot]) => `${a}.${b}.${c}.${d}${hasDot ? '.' : ''}`)
    await fc.assert(
      fc.asyncProperty(literal, async host => {
        expect((await guarded.failOf(`https://${host}/`)).isRefused).toBe(true)
      }),
    )
  })

  test.each(['localhost', 'localhost.', 'internal.example'])(
    'is refused by the address of its name: %s',
    async name => {
      await using guarded = open({ resolve: answering('127.0.0.1') })
      expect((await guarded.failOf(`https://${name}/`)).message).toContain('(127.0.0.1) is not on the internet')
    },
  )

  test('is refused if any of its addresses is private', async () => {
    await using guarded = open({ resolve: answering('93.184.216.34', 'fd00::1') })
    expect((await guarded.failOf('https://both.example/')).message).toContain('both.example (fd00::1)')
  })

  test.each(['127.0.0.1', '127.0.0.0/8'])('is reached once %s is allowed', async entry => {
    await using receiver = await receive((_, response) => response.end())
    await using guarded = open({ allow: [entry] })
    expect(await guarded.post(receiver.url)).toEqual({ status: 200, retryAfter: null })
  })

  test('is reached by an allowed name, whatever its address', async () => {
    await using receiver = await receive((_, response) => response.end())
    await using guarded = open({ allow: ['hooks.internal'], resolve: answering('127.0.0.1') })
    expect((await guarded.post(`http://hooks.internal:${receiver.port}/`)).status).toBe(200)
    expect(receiver.requests[0]?.headers.host).toBe(`hooks.internal:${receiver.port}`)
  })
})

describe('a receiver on the internet', () => {
  const resolve = answering('93.184.216.34')

  test('is reached over https only', async () => {
    await using guarded = open({ resolve })
    expect((await guarded.failOf('http://hooks.example/')).message).toBe(
      'hooks.example is allowed over https:// only, unless ERRATA_ALERT_ALLOW names it.',
    )
  })

  test('is reached on the usual ports only', async () => {
    await using guarded = open({ resolve })
    expect((await guarded.failOf('https://hooks.example:6379/')).message).toBe(
      'Port 6379 of hooks.example is allowed only if ERRATA_ALERT_ALLOW names the host.',
    )
  })
})

test('a name that changes between the check and the connection reaches only what was checked', async () => {
  await using good = await receive((_, response) => response.end(), '127.0.0.2')
  const bad = createServer((_, response) => response.end(expect.fail('it was reached')))
  await listen(bad, '127.0.0.3', good.port)
  let lookups = 0
  const resolve: ResolveAll = async () => [{ address: lookups++ === 0 ? '127.0.0.2' : '127.0.0.3', family: 4 }]
  await using guarded = open({ allow: ['127.0.0.2'], resolve })
  const url = `http://rebinding.example:${good.port}/`
  expect((await guarded.post(url)).status).toBe(200)
  expect(lookups).toBe(1)
  expect((await guarded.failOf(url)).message).toContain('rebinding.example (127.0.0.3) is not on the internet')
  expect(good.requests).toHaveLength(1)
  await new Promise(closed => bad.close(closed))
})

test('a redirect is not followed', async () => {
  await using receiver = await receive((_, response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  )
  await using guarded = open({ allow: ['127.0.0.1'] })
  expect(await guarded.post(receiver.url)).toEqual({ status: 307, retryAfter: null })
})

test('a receiver that does not answer is given up after the timeout', async () => {
  await using receiver = await receive(() => {})
  await using guarded = open({ allow: ['127.0.0.1'], timeoutMs: 200 })
  const error = await guarded.failOf(receiver.url)
  expect(error.message).toBe('127.0.0.1 did not answer within 0.2 s.')
  expect(error.isRefused).toBe(false)
})

test('an answer that does not end counts by its status', async () => {
  await using receiver = await receive((_, response) => {
    response.writeHead(202)
    response.write('a'.repeat(1_000))
  })
  await using guarded = open({ allow: ['127.0.0.1'], timeoutMs: 300 })
  expect((await guarded.post(receiver.url)).status).toBe(202)
})

test('a large answer is read only in part', async () => {
  let written = 0
  await using receiver = await receive((_, response) => {
    const write = () => {
      while (response.write(Buffer.alloc(65_536))) written += 65_536
      response.once('drain', write)
    }
    write()
  })
  await using guarded = open({ allow: ['127.0.0.1'] })
  expect((await guarded.post(receiver.url)).status).toBe(200)
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

test('a refused connection is named, without the path of the URL', async () => {
  const receiver = await receive((_, response) => response.end())
  await receiver[Symbol.asyncDispose]()
  await using guarded = open({ allow: ['127.0.0.1'] })
  expect((await guarded.failOf(`${receiver.url}secret`)).message).toBe('127.0.0.1 refused the connection.')
})

test('no proxy of the environment is used', async () => {
  await using proxy = await receive((_, response) => response.end())
  await using receiver = await receive((_, response) => response.end())
  process.env['HTTP_PROXY'] = proxy.url
  process.env['http_proxy'] = proxy.url
  try {
    await using guarded = open({ allow: ['127.0.0.1'] })
    await guarded.post(receiver.url)
  } finally {
    delete process.env['HTTP_PROXY']
    delete process.env['http_proxy']
  }
  expect([proxy.requests.length, receiver.requests.length]).toEqual([0, 1])
})

test('a certificate of nobody that is known is named as such', async () => {
  const { certFile, keyFile } = makeCertificate('receiver.example')
  const server = createSecureServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  const port = await listen(server, '127.0.0.1')
  await using guarded = open({ allow: ['receiver.example'], resolve: answering('127.0.0.1') })
  const { message, isRefused } = await guarded.failOf(`https://receiver.example:${port}/`)
  expect(message).toBe('receiver.example has no valid certificate (DEPTH_ZERO_SELF_SIGNED_CERT).')
  expect(isRefused).toBe(false)
  await new Promise(closed => server.close(closed))
})

test('no span is made of a request, whose URL is a secret', async () => {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, self, ...args) => storage.run(active, () => run.apply(self, args)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  context.setGlobalContextManager(manager)
  const suppressed: boolean[] = []
  const note = () => suppressed.push(isTracingSuppressed(context.active()))
  subscribe('undici:request:create', note)
  try {
    await using receiver = await receive((_, response) => response.end())
    await using guarded = open({ allow: ['127.0.0.1'] })
    await guarded.post(receiver.url)
    expect(receiver.requests[0]?.headers).not.toHaveProperty('traceparent')
  } finally {
    unsubscribe('undici:request:create', note)
    context.disable()
  }
  expect(suppressed).toEqual([true])
})

test('a name and password in an address are sent as such, and are part of no URL', async () => {
  await using receiver = await receive((_, response) => response.end())
  await using guarded = open({ allow: ['127.0.0.1'] })
  const { status } = await guarded.post(receiver.url.replace('//', '//errata:p%40ss@'))
  expect(status).toBe(200)
  const [request] = receiver.requests
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('errata:p@ss').toString('base64')}`)
  expect(request?.url).toBe('/')
})
