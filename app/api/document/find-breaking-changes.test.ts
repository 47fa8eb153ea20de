import { expect, test } from 'vitest'
import { findBreakingChanges } from './find-breaking-changes.ts'

interface Api {
  readonly parameter?: object
  readonly taken?: object
  readonly given?: object
  readonly scope?: string
}

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })

/** A document with one operation. */
const api = ({ parameter = { name: 'q', schema: text }, taken = text, given = text, scope = 'read' }: Api = {}) => ({
  paths: {
    '/things': {
      post: {
        'x-scope': scope,
        parameters: [{ in: 'query', ...parameter }],
        requestBody: { content: { 'application/json': { schema: taken } } },
        responses: { 200: { content: { 'application/json': { schema: given } } } },
      },
    },
  },
})

test.each<[string, Api, Api]>([
  ['a parameter that is gone', {}, { parameter: { name: 'p', schema: text } }],
  ['a parameter that is required', {}, { parameter: { name: 'q', required: true, schema: text } }],
  ['a value that is no longer taken', { taken: { enum: ['a', 'b'] } }, { taken: { enum: ['a'] } }],
  ['a text that is one of few', {}, { taken: { type: 'string', enum: ['a'] } }],
  ['a lower limit', { taken: { type: 'integer', maximum: 200 } }, { taken: { type: 'integer', maximum: 100 } }],
  ['a new limit', { taken: { type: 'integer' } }, { taken: { type: 'integer', maximum: 100 } }],
  ['a field of the body that is required', { taken: object({ a: text }) }, { taken: object({ a: text }, ['a']) }],
  ['a field of the answer that is gone', { given: object({ a: text }) }, { given: object({}) }],
  ['a field that may be missing', { given: object({ a: text }, ['a']) }, { given: object({ a: text }) }],
  ['a field of another type', { given: object({ a: text }) }, { given: object({ a: { type: 'number' } }) }],
  ['a field that may be null', { given: object({ a: text }) }, { given: object({ a: { type: ['string', 'null'] } }) }],
  ['an item without a field', { given: { items: object({ a: text }) } }, { given: { items: object({}) } }],
  ['a choice that is gone', { taken: { oneOf: [text, object({})] } }, { taken: { oneOf: [text] } }],
  ['another scope', {}, { scope: 'triage' }],
])('%s breaks', (_, before, after) => {
  expect(findBreakingChanges(api(before), api(after))).toHaveLength(1)
})

test('an operation that is gone breaks', () => {
  expect(findBreakingChanges(api(), { paths: {} })).toEqual(['POST /things is gone'])
})

test.each<[string, Api, Api]>([
  ['the same', {}, {}],
  ['more values that are taken', { taken: { enum: ['a'] } }, { taken: { enum: ['a', 'b'] } }],
  ['more values that are answered', { given: { enum: ['a'] } }, { given: { enum: ['a', 'b'] } }],
  ['a higher limit', { taken: { type: 'integer', maximum: 100 } }, { taken: { type: 'integer', maximum: 200 } }],
  ['a further field of the body', { taken: object({ a: text }) }, { taken: object({ a: text, b: text }) }],
  ['a further field of the answer', { given: object({ a: text }) }, { given: object({ a: text, b: text }, ['b']) }],
  ['a field that is no longer required', { taken: object({ a: text }, ['a']) }, { taken: object({ a: text }) }],
])('%s breaks nothing', (_, before, after) => {
  expect(findBreakingChanges(api(before), api(after))).toEqual([])
})

test('a schema may be named', () => {
  const named = { ...api({ given: { $ref: '#/components/schemas/Text' } }), components: { schemas: { Text: text } } }
  expect(findBreakingChanges(api(), named)).toEqual([])
  expect(findBreakingChanges(named, api({ given: { type: 'number' } }))).toHaveLength(1)
})
