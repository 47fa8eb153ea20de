import { expect, test } from 'vitest'
import { CANARY_SERVICES, excludedServices, readScope, scopedPath, scopeParams, writeScope } from './scope.ts'

const params = (text: string) => new URLSearchParams(text)

test('a link to another page keeps what all pages are about, and nothing that only this one has', () => {
  const here = params(
    'last=7d&env=production&service=shop&release=2.4.1&compare=1&own=1&route=%2Fcart&before=1-ab&span=ab',
  )
  expect(scopedPath('/traces', here)).toBe('/traces?last=7d&env=production&service=shop&release=2.4.1&compare=1&own=1')
  expect(scopedPath('/traces', params('route=%2Fcart'))).toBe('/traces')
  expect(scopedPath('/traces/ab?folded=a,b#span', params('last=7d'))).toBe('/traces/ab?folded=a,b&last=7d#span')
  expect(scopedPath('?', params('last=7d'))).toBe('?last=7d')
})

test('what a link says itself counts', () => {
  expect(scopedPath('/exceptions?last=90d', params('last=7d&env=production'))).toBe(
    '/exceptions?last=90d&env=production',
  )
})

test('what cannot be read is kept as it is: the page that it leads to says so', () => {
  expect(scopeParams(params('last=1y&q=x')).toString()).toBe('last=1y')
})

test('a scope that is written is read again', () => {
  const written = writeScope({ environment: 'production', release: '2.4.1', own: true })
  expect(written).toBe('?env=production&release=2.4.1&own=1')
  expect(readScope(params(written), 0).filters).toMatchObject({
    environment: 'production',
    release: '2.4.1',
    own: true,
  })
})

test("the desk's own services are left out until they are asked for, all of them or one by its name", () => {
  const own = ['errata-desk', 'errata-desk-browser']
  expect(excludedServices({ own: false, service: '' }, own)).toEqual(own)
  expect(excludedServices({ own: false, service: 'shop' }, own)).toEqual(own)
  expect(excludedServices({ own: true, service: '' }, own)).toEqual(CANARY_SERVICES)
  expect(excludedServices({ own: false, service: 'errata-desk-browser' }, own)).toEqual([])
})
