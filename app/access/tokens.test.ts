import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeTokenText, parseTokenText } from './tokens.server.ts'

test('a token has its id, and each is another one', () => {
  const [one, other] = [makeTokenText(), makeTokenText()]
  expect(one.text).toMatch(/^errata_[\da-f]{8}_[\dA-Za-z]{49}$/)
  expect(parseTokenText(one.text)).toEqual({ id: one.id })
  expect(one.text).not.toBe(other.text)
})

test('a typing error anywhere in a token is told', () => {
  const { text } = makeTokenText()
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0Aaz_ é'), (at, character) => {
      fc.pre(text[at] !== character)
      expect(parseTokenText(text.slice(0, at) + character + text.slice(at + 1))).toHaveProperty('fault')
    }),
  )
  expect(parseTokenText(text.slice(0, -1))).toHaveProperty('fault')
})
