import { expect, test } from 'vitest'
import { describeCallee } from './describe-callee.ts'

const METHOD = { 'http.request.method': 'POST' }

test.each<[name: string, kind: string, attributes: Record<string, string>, expected: string]>([
  ['POST', 'Client', { ...METHOD, 'server.address': 'pay.example' }, 'pay.example'],
  ['POST', 'Client', { ...METHOD, 'url.full': 'https://pay.example:8443/charges?key=1' }, 'pay.example/charges'],
  ['POST', 'Client', { ...METHOD, 'url.full': 'https://pay.example' }, 'pay.example'],
  ['GET', 'Client', { 'http.url': 'http://stock/items' }, 'stock/items'],
  [
    'HTTP GET',
    'Client',
    { 'http.method': 'GET', 'net.peer.name': 'stock', 'http.target': '/items?a=1' },
    'stock/items',
  ],
  ['GET', 'Client', { ...METHOD, 'url.full': 'not a URL' }, ''],
  ['GET', 'Client', { ...METHOD, 'url.path': '/' }, '/'],
  ['GET', 'Server', { ...METHOD, 'server.address': 'shop.example', 'url.path': '/cart' }, '/cart'],
  ['POST /charges', 'Client', { ...METHOD, 'server.address': 'pay.example' }, ''],
  ['SELECT', 'Client', { 'db.system.name': 'postgresql', 'server.address': 'db' }, ''],
  ['POST', 'Client', METHOD, ''],
])('%s of kind %s with %o calls %o', (name, kind, attributes, expected) => {
  expect(describeCallee({ name, kind, attributes })).toBe(expected)
})
