import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeVisitorPage } from './write-visitor-page.server.ts'

const sentence = (known: Parameters<typeof writeVisitorPage>[0]) => /<p>(.*)<\/p>/s.exec(writeVisitorPage(known))?.[1]

test('shows one of three states, or that the status is unavailable', () => {
  expect(sentence({ state: 'noted' })).toBe('We’ve recorded this error.')
  expect(sentence({ state: 'looked-at' })).toBe('We’re looking into it.')
  expect(sentence({ state: 'fixed', release: '2.4.1' })).toBe('Fixed in release 2.4.1.')
  expect(sentence(undefined)).toBe('Status unavailable. Try again in a minute.')
})

test('no release name adds an element or a script', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('<script>', '"><img src=x>', '</p><p>', '&amp;')), release => {
      const page = writeVisitorPage({ state: 'fixed', release })
      expect(page.match(/<\/?[a-z]+/gi)).toEqual(writeVisitorPage({ state: 'noted' }).match(/<\/?[a-z]+/gi))
      expect(sentence({ state: 'fixed', release })).toMatch(/^Fixed in release [^<>"']*\.$/s)
    }),
  )
})
