import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { beforeHead, type ResponseHead } from './response-head.ts'

/** What a client gets of an answer whose head is seen first, and what the app's own code threw while answering. */
async function answer(app: (res: ServerResponse) => void, onHead: (head: ResponseHead) => void = add) {
  let thrown: unknown
  const server = createServer((_req, res) => {
    beforeHead(res, onHead)
    try {
      app(res)
    } catch (error) {
      thrown = error
    }
    res.end('body')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).once('error', reject)
  })
  response.resume()
  server.close()
  const { date, connection, 'transfer-encoding': encoding, 'keep-alive': alive, ...headers } = response.headers
  return { status: response.statusCode, reason: response.statusMessage, headers, thrown }
}

const add = (head: ResponseHead) => {
  head.set('cache-control', 'no-store')
  head.set('x-seen', `${head.statusCode} ${head.get('x-own')}`)
}

/** `writeHead` is called with more than its types know. */
const writeHead = (res: ServerResponse, ...args: unknown[]) => Reflect.apply(res.writeHead, res, args)

const own = { 'X-Own': 'a', 'Cache-Control': 'public' }

test.each<[string, unknown[]]>([
  ['an object', [500, own]],
  ['a reason and an object', [500, 'Oops', own]],
  ['no reason and an object', [500, undefined, own]],
  ['a flat list', [500, ['X-Own', 'a', 'Cache-Control', 'public']]],
  [
    'a list of pairs',
    [
      500,
      'Oops',
      [
        ['X-Own', 'a'],
        ['Cache-Control', 'public'],
      ],
    ],
  ],
  ['an object without a prototype', [500, Object.assign(Object.create(null), own)]],
])('headers passed as %s arrive, with what was added', async (_, args) => {
  const { status, headers, reason } = await answer(res => writeHead(res, ...args))
  expect({ status, headers }).toEqual({
    status: 500,
    headers: { 'x-own': 'a', 'cache-control': 'no-store', 'x-seen': '500 a' },
  })
  expect(reason).toBe(args[1] === 'Oops' ? 'Oops' : 'Internal Server Error')
})

test.each<[string, unknown[]]>([
  ['nothing', [200]],
  ['null', [200, null]],
  ['null after a reason', [200, 'Fine', null]],
  ['undefined', [200, undefined, undefined]],
])('where %s is passed, what was set before arrives with what was added', async (_, args) => {
  const { status, headers, thrown } = await answer(res => {
    res.setHeader('x-own', 'a')
    writeHead(res, ...args)
  })
  expect({ status, headers, thrown }).toEqual({
    status: 200,
    headers: { 'x-own': 'a', 'cache-control': 'no-store', 'x-seen': '200 a' },
    thrown: undefined,
  })
})

test('a response without writeHead has its head seen too, once', async () => {
  let seen = 0
  const { headers } = await answer(
    res => res.setHeader('x-own', 'a'),
    head => {
      seen++
      add(head)
    },
  )
  expect([headers['x-seen'], seen]).toEqual(['200 a', 1])
})

test('where ours fails, the response is the one that the app made', async () => {
  const { status, headers, thrown } = await answer(
    res => writeHead(res, 201, own),
    () => {
      throw new Error('ours')
    },
  )
  expect({ status, headers, thrown }).toEqual({
    status: 201,
    headers: { 'x-own': 'a', 'cache-control': 'public' },
    thrown: undefined,
  })
})

test('headers that cannot be read fail as they do without us', async () => {
  const broken = {
    get 'x-own'(): string {
      throw new Error('a getter of the app')
    },
  }
  const { thrown } = await answer(res => writeHead(res, 200, broken))
  expect(thrown).toEqual(new Error('a getter of the app'))
})
