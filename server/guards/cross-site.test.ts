import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { refuseOtherSites } from './cross-site.ts'

/** Fetch Metadata headers as browsers send them. */
const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' }
const form = { ...link, origin: 'https://evil.example' }
const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
const script = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', origin: 'http://127.0.0.1:5173' }
const frame = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
const from = (site: string) => ({ 'sec-fetch-site': site })

test.each<[what: string, method: string, headers: Record<string, string>]>([
  ['a typed address', 'GET', { ...link, ...from('none') }],
  ["a link of the desk's own", 'GET', { ...link, ...from('same-origin') }],
  ['a link on another site', 'GET', { ...link, ...from('cross-site') }],
  ['a link on another port of this machine', 'GET', { ...link, ...from('same-site') }],
  ["the desk's own form", 'POST', { ...link, ...from('same-origin'), origin: 'http://desk.example' }],
  ["the desk's own script", 'POST', { ...script, ...from('same-origin') }],
  ['a browser that says nothing, reading', 'GET', {}],
  ['its form on the desk itself', 'POST', { origin: 'https://desk.example' }],
  ['what is no browser', 'POST', {}],
])('%s passes', (_, method, headers) => {
  expect(answer(method, headers)).toBeUndefined()
})

test.each<[what: string, method: string, headers: Record<string, string>]>([
  ['an image on another site', 'GET', { ...image, ...from('cross-site') }],
  ['an image on another port of this machine', 'GET', { ...image, ...from('same-site') }],
  ["another port's script that reads", 'GET', { ...script, ...from('same-site') }],
  ["another site's script that only looks", 'HEAD', { ...script, ...from('cross-site') }],
  ["another site's question what it may send", 'OPTIONS', { ...script, ...from('cross-site') }],
  ['a frame on another site', 'GET', { ...frame, ...from('cross-site') }],
  ['a form on another site', 'POST', { ...form, ...from('cross-site') }],
  ['a form on another port of this machine', 'POST', { ...form, ...from('same-site') }],
  ['two values of one header', 'GET', { ...image, ...from('none, cross-site') }],
  ['a form on another site, from a browser that says nothing', 'POST', { origin: 'https://evil.example' }],
  ['the same on another port', 'DELETE', { origin: 'http://desk.example:81' }],
  ['a form of a page without an origin', 'POST', { origin: 'null' }],
])('%s is rejected with 403', (_, method, headers) => {
  expect(answer(method, headers)).toBe(403)
})

test('behind a proxy that rewrites Host, the forwarded host is compared', () => {
  const headers = { host: '127.0.0.1:3000', 'x-forwarded-host': 'desk.example', origin: 'https://desk.example' }
  expect(answer('POST', headers, 1)).toBeUndefined()
  expect(answer('POST', headers, 0)).toBe(403)
})

/** The status; undefined for requests that pass. */
function answer(method: string, headers: Record<string, string>, proxies = 0): number | undefined {
  const req = new IncomingMessage(new Socket())
  Object.assign(req, { method, headers: { host: 'desk.example', ...headers }, rawHeaders: ['Host', 'desk.example'] })
  const res = new ServerResponse(req)
  return refuseOtherSites(proxies)(req, res) ? res.statusCode : undefined
}
