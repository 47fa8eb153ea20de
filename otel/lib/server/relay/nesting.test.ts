import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJsonTooDeep, MAX_NESTING } from './nesting.ts'

/** A value: a text, a list of values, or a map of them. */
type Value = string | readonly Value[] | { readonly [key: string]: Value }

interface Pair {
  readonly key: string
  readonly value: object
}

/** The places in a request where a value may stand. */
const places = [
  { signal: '/v1/traces', json: (it: Pair) => ({ resource: { attributes: [it] } }) },
  {
    signal: '/v1/traces',
    json: (it: Pair) => ({ scopeSpans: [{ scope: { attributes: [it] } }] }),
  },
  { signal: '/v1/traces', json: (it: Pair) => inSpan({ attributes: [it] }) },
  { signal: '/v1/traces', json: (it: Pair) => inSpan({ events: [{ attributes: [it] }] }) },
  { signal: '/v1/traces', json: (it: Pair) => inSpan({ links: [{ attributes: [it] }] }) },
  { signal: '/v1/logs', json: (it: Pair) => inLog({ attributes: [it] }) },
  { signal: '/v1/logs', json: ({ value }: Pair) => inLog({ body: value }) },
]
const inSpan = (span: object) => ({ scopeSpans: [{ spans: [span] }] })
const inLog = (record: object) => ({ scopeLogs: [{ logRecords: [record] }] })

/** Lists and maps in one another, the outermost first, with something beside each. */
const nestings = fc
  .array(fc.record({ kind: fc.constantFrom('list', 'map'), beside: fc.array(fc.string(), { maxLength: 2 }) }), {
    minLength: MAX_NESTING - 4,
    maxLength: MAX_NESTING + 4,
  })
  .map(levels => ({
    depth: levels.length,
    value: levels.reduceRight<Value>(
      (inner, { kind, beside }) => (kind === 'list' ? [...beside, inner] : { ...Object.assign({}, beside), inner }),
      'innermost',
    ),
  }))

test('a value is too deep from the seventeenth level on, anywhere in the body', () => {
  fc.assert(
    fc.property(nestings, fc.constantFrom(...places), ({ depth, value }, { signal, json }) => {
      const wanted = depth > MAX_NESTING
      const list = signal === '/v1/traces' ? 'resourceSpans' : 'resourceLogs'
      expect(isJsonTooDeep({ [list]: [json({ key: 'k', value: jsonOf(value) })] })).toBe(wanted)
    }),
  )
})

test('hundreds of thousands of levels take no stack', () => {
  let json: unknown = 'innermost'
  for (let level = 0; level < 100_000; level++) json = [json]
  expect(isJsonTooDeep({ resourceLogs: json })).toBe(true)
})

function jsonOf(value: Value): object {
  if (typeof value === 'string') return { stringValue: value }
  if (isList(value)) return { arrayValue: { values: value.map(jsonOf) } }
  return { kvlistValue: { values: Object.entries(value).map(([key, inner]) => ({ key, value: jsonOf(inner) })) } }
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
