import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePercentBytes, isUnambiguousPath } from './request-target.ts'

test.each([
  '/',
  '/issues/3f2a.data',
  '/releases/v1%2Bbuild',
  '/releases/a~2fb',
  '/users/%E2%82%AC%20%0A',
  '/releases/100%25',
  '/...',
  '/a..b/.well-known',
  '/assets/entry-Ab12.js',
])('%s is unambiguous', path => {
  expect(isUnambiguousPath(path)).toBe(true)
})

test.each([
  '//evil.example/x',
  '//',
  '///',
  '///evil.example',
  '/traces//x',
  '/traces//',
  '/%2f/evil.example',
  '/%5Cevil.example',
  String.raw`/\evil.example`,
  '/\t/evil.example',
  '/e/../issues',
  '/./x',
  '/x/..',
  '/.',
  '/e/%2e%2e/issues',
  '/e/.%2E/issues',
  '/e/%252e%252e/issues',
  '/e/%25252e./issues',
  '/a%2fb',
  '/a%252Fb',
  '/a%5cb',
  String.raw`/e/..\issues`,
  '/e/.\t./issues',
  '/e/x#/y',
  '/%',
  '/%zz',
  '/%ff',
  '/%c0%ae%c0%ae/issues',
  '/%25252525252541',
])('%s is ambiguous', path => {
  expect(isUnambiguousPath(path)).toBe(false)
})

test('a URL parser reads any unambiguous path the same, however often it is decoded', () => {
  const piece = fc.constantFrom(
    'e',
    'x',
    '.',
    '..',
    '/',
    '\\',
    '%2e',
    '%2F',
    '%5C',
    '%25',
    '2e',
    '%',
    '\t',
    '\n',
    '#',
    ' ',
    'é',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const path = `/${pieces.join('')}`
      if (!isUnambiguousPath(path)) return
      let read = path
      for (let i = 0; i < 3; i++) {
        expect(URL.parse(`http://desk${read}`)?.pathname.split('/').length).toBe(path.split('/').length)
        // As a link on a page of the desk.
        expect(new URL(read, 'http://desk/traces').host).toBe('desk')
        const decoded = decodePercentBytes(read)
        if (decoded === read) break
        read = decoded
      }
    }),
    { numRuns: 2_000 },
  )
})
