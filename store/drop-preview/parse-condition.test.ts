import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createParameterBinder } from '../../search/bind.ts'
import { type DropCondition, parseCondition } from './parse-condition.ts'
import { translateConditions } from './translate-conditions.ts'

const columns = { item: 'M', resource: 'R', name: 'N', kind: 'K' }
const sqlOf = (text: string) => {
  const parsed = parseCondition(text)
  if ('fault' in parsed) throw new Error(`${parsed.fault} (${parsed.at})`)
  const { bind, params } = createParameterBinder()
  return { sql: translateConditions([parsed.condition], columns, bind), params }
}

test('not binds more tightly than and, and more tightly than or', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(key => `span.attributes["${key}"] == nil`)
  expect(parseCondition(`${a} or not ${b} and ${c}`)).toMatchObject({
    context: 'span',
    condition: { is: 'any', of: [{ is: 'equal' }, { is: 'all', of: [{ is: 'not' }, { is: 'equal' }] }] },
  })
  expect(parseCondition(`(${a} or ${b}) and ${c}`)).toMatchObject({ condition: { is: 'all', of: [{ is: 'any' }, {}] } })
})

test.each([
  ['span.attributes["a" == nil', 'Here stands ]', 20],
  ['span.attributes["a"] = "b"', 'Here stands == or !=.', 21],
  ['span.attributes["a"] > 5', '> cannot be tried: the store keeps values as texts. == and != can.', 21],
  [
    'span.attributes["a"] == 5',
    'What is compared with is a text in double quotes, or nil: the store keeps values as texts.',
    24,
  ],
  ['Len(span.events) == 0', 'Len cannot be tried on what is stored; IsMatch and Coalesce can.', 0],
  [
    'span.events == nil',
    'span.events cannot be tried on what is stored; attributes, span.name, span.kind and spanevent.name can.',
    0,
  ],
  ['metric.name == "a"', 'A field begins with log, span, spanevent or resource, not with metric.', 0],
  [
    'spanevent.name == "a" and span.name == "b"',
    'One condition is about one kind of thing; this is about spanevent and span.',
    26,
  ],
  ['IsMatch(span.name, "\\d")', "\\d is no escape in a text: a pattern's own backslash is written twice (\\\\d).", 19],
  ['IsMatch(Coalesce([span.name, span.kind]), "a")', 'Coalesce takes attributes and names alone.', 40],
  ['span.name == "a', 'A text that begins here has no end.', 13],
  ['span.kind == "Server"', /^A span’s kind is one of SPAN_KIND_UNSPECIFIED, /, 13],
  ['true true', '"true" was not expected here: conditions are joined by and, or.', 5],
  ['', /^Here stands a field such as/, 0],
])('%s returns an error with its position', (text, fault, at) => {
  expect(parseCondition(text)).toEqual({
    fault: typeof fault === 'string' ? fault : expect.stringMatching(fault),
    at,
  })
})

test('parses or rejects any text, and never throws', () => {
  const pieces = fc.constantFrom(
    'span',
    '.',
    'attributes',
    '["a"]',
    'IsMatch',
    '(',
    ')',
    '[',
    ']',
    ',',
    '"x"',
    '==',
    '!=',
    ' and ',
    ' or ',
    'not ',
    'nil',
    'Coalesce',
    'kind',
    '\\',
    '"',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 20 }).map(all => all.join('')),
  )
  fc.assert(
    fc.property(texts, text => {
      const parsed = parseCondition(text)
      if ('fault' in parsed) expect(parsed.at).toBeGreaterThanOrEqual(0)
      else expect(parsed.condition).toBeDefined()
    }),
  )
  expect(parseCondition('('.repeat(4_000))).toHaveProperty('fault')
})

/** A condition as a person might write it, with the given texts in order. */
const shapes = fc.letrec<{ one: (texts: Texts) => string }>(tie => {
  const attribute = fc.constantFrom('span', 'resource').map(of => (texts: Texts) => `${of}.attributes[${texts()}]`)
  const value = fc.oneof(
    attribute,
    fc
      .array(attribute, { minLength: 1, maxLength: 3 })
      .map(all => (texts: Texts) => `Coalesce([${all.map(one => one(texts)).join(', ')}])`),
  )
  return {
    one: fc.oneof(
      { maxDepth: 3 },
      value.map(of => (texts: Texts) => `IsMatch(${of(texts)}, ${texts()})`),
      value.map(of => (texts: Texts) => `${of(texts)} == ${texts()}`),
      value.map(of => (texts: Texts) => `${of(texts)} != nil`),
      fc.tuple(tie('one'), fc.constantFrom('and', 'or'), tie('one')).map(
        ([a, by, b]) =>
          (texts: Texts) =>
            `(${a(texts)} ${by} ${b(texts)})`,
      ),
      tie('one').map(of => (texts: Texts) => `not (${of(texts)})`),
    ),
  }
}).one
type Texts = () => string

test('texts of a condition are never part of the SQL', () => {
  const awkward = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom("'; DROP TABLE otel_logs; --", '{c_0:String}', '\\', '") OR 1', '/*'),
  )
  fc.assert(
    fc.property(shapes, fc.infiniteStream(awkward), (shape, said) => {
      const quote = (text: string) =>
        `"${text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`
      const used: string[] = []
      const plain = sqlOf(shape(() => '"x"'))
      const text = shape(() => {
        const next = said.next().value ?? ''
        used.push(next)
        return quote(next)
      })
      fc.pre(text.length <= 4_000)
      const odd = sqlOf(text)
      expect(odd.sql).toBe(plain.sql)
      expect(Object.keys(odd.params)).toEqual(Object.keys(plain.params))
      for (const one of used)
        expect(Object.values(odd.params).some(value => value === one || value === `(?-s)${one}`)).toBe(true)
    }),
  )
})

test('an empty list of conditions matches nothing', () => {
  const none: readonly DropCondition[] = []
  const { bind, params } = createParameterBinder()
  expect(translateConditions(none, columns, bind)).toBe('0')
  expect(params).toEqual({})
})
