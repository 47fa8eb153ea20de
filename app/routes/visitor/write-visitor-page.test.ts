import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeVisitorPage } from './write-visitor-page.server.ts'

const sentence = (known: Parameters<typeof writeVisitorPage>[0]) => /<p>(.*)<\/p>/s.exec(writeVisitorPage(known))?.[1]

test('says one of three things, or that nothing can be said now', () => {
  expect(sentence({ state: 'noted' })).toBe('It was noted.')
  expect(sentence({ state: 'looked-at' })).toBe('It is being looked at.')
  expect(sentence({ state: 'fixed', release: '2.4.1' })).toBe('It is fixed in release 2.4.1.')
  expect(sentence(undefined)).toBe('Nothing can be said of it at the moment. Try again in a minute.')
})

test('whatever a release is called, it adds no element and no script', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('<script>', '"><img src=x>', '</p><p>', '&amp;')), release => {
      const page = writeVisitorPage({ state: 'fixed', release })
      expect(page.match(/<\/?[a-z]+/gi)).toEqual(writeVisitorPage({ state: 'noted' }).match(/<\/?[a-z]+/gi))
      expect(sentence({ state: 'fixed', release })).toMatch(/^It is fixed in release [^<>"']*\.$/s)
    }),
  )
})
