import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundMessage, shortenToNames } from './bound-message.ts'
import { cleanLine, cleanLines, escapeWithin } from './clean-text.ts'
import { makeEvent, makeItem, makeMessage } from './message.test-data.ts'
import { writeMessage } from './write-message.ts'

test('a message as text says all of it', () => {
  const notes = ['Told 14 min late: telemetry was delayed.']
  expect(writeMessage(makeMessage({ more: 204, notes }))).toBe(
    `TypeError: x is undefined in checkout: new in 2.4.1

TypeError: x is undefined: new in 2.4.1
  Exceptions: 14
  In common: host pg-3 100 % (others 33 %)
  | pay.ts:12 in charge
  |   card.number.trim()
  Issue: https://errata.example/issues/5a1c0f2e9b7d3c46?from=1
  Trace: https://errata.example/traces/aa?span=bb

and 204 more: https://errata.example/alerts

Rule: New issue in production
Told 14 min late: telemetry was delayed.`,
  )
})

test('a message about one thing names it once', () => {
  expect(writeMessage(makeMessage())).toMatch(
    /^TypeError: x is undefined in checkout: new in 2\.4\.1\n\n {2}Exceptions: 14\n/,
  )
  expect(writeMessage(makeMessage({ title: 'TypeError: x…' }))).toContain(
    '\n\nTypeError: x is undefined: new in 2.4.1\n',
  )
})

describe('a line of a stranger', () => {
  test('has no control characters, breaks or characters that turn its direction', () => {
    expect(cleanLine('a\r\nBcc: x\u0000\u2028b\u202Ec\t d', 100)).toBe('a Bcc: x b c d')
  })

  test('is well-formed Unicode and at most as long as asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, maxChars) => {
        const line = cleanLine(text, maxChars)
        expect(line.length).toBeLessThanOrEqual(maxChars + 1)
        expect(line.isWellFormed()).toBe(true)
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u)
      }),
    )
  })
})

test('lines of code keep their indents, and are cut after some', () => {
  expect(cleanLines('\n\ta()\r\n  b()\u0007\n\nc()', { maxLines: 4, maxChars: 100 })).toBe('  a()\n  b()\n\n…')
})

test('a text that is escaped is never longer than asked for, and never cut within an escape', () => {
  const escapeAmpersand = (text: string) => text.replaceAll('&', '&amp;')
  expect(escapeWithin('a&b', escapeAmpersand, 7)).toBe('a&amp;b')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '&', '😀') }),
      fc.integer({ min: 0, max: 40 }),
      (text, maxChars) => {
        const cut = escapeWithin(text, escapeAmpersand, maxChars)
        expect(cut.length).toBeLessThanOrEqual(maxChars)
        expect(cut.replaceAll('&amp;', '')).not.toContain('&')
        expect(cut.isWellFormed()).toBe(true)
      },
    ),
  )
})

describe('a message of names and links alone', () => {
  const brief = shortenToNames(
    makeMessage({
      events: [
        makeEvent(),
        makeEvent({ id: 'event-2', content: { issue: '', label: 'GET /cart of web', service: 'web', value: 7 } }),
      ],
      items: [makeItem(), makeItem({ events: ['event-2'], label: 'GET /cart of web' })],
    }),
  )

  test('names the type of an issue, its service, and other subjects as they are', () => {
    expect(brief.title).toBe('Firing: New issue in production · TypeError in checkout and 1 more')
    expect(brief.items.map(({ label }) => label)).toEqual(['TypeError in checkout', 'GET /cart of web'])
  })

  test('has no message, value or code of telemetry', () => {
    const left = JSON.stringify(brief, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(left).not.toMatch(/undefined|charge|pg-3|new in|"value":7/)
  })

  test('keeps the links', () => {
    expect(brief.items[0]?.links.map(({ text }) => text)).toEqual(['Issue', 'Trace'])
  })

  test('names an issue whose title has no type as one', () => {
    const events = [makeEvent({ content: { label: 'card 4111 1111 was declined' } })]
    expect(shortenToNames(makeMessage({ events })).title).toContain('· Issue in checkout')
  })
})

test('a bounded message has at most ten items of bounded length', () => {
  const item = makeItem({ label: 'a'.repeat(5_000), code: 'b\n'.repeat(5_000), why: 'c'.repeat(5_000) })
  const { items } = boundMessage(makeMessage({ items: Array.from({ length: 30 }, () => item) }))
  expect(items).toHaveLength(10)
  expect(JSON.stringify(items[0]).length).toBeLessThan(3_000)
})
