import { expect, test } from 'vitest'
import { instrumentationScope } from '../../instrumentation-scope.ts'
import { encodeAttributes, envelope, toUnixNano } from './otlp-json.ts'

test('milliseconds become nanoseconds, a fraction kept to a microsecond', () => {
  expect(toUnixNano(1_700_000_000_123)).toBe('1700000000123000000')
  expect(toUnixNano(1_700_000_000_123.5)).toBe('1700000000123500000')
})

test.each([
  ['text', { stringValue: 'text' }],
  [7, { intValue: 7 }],
  [1.5, { doubleValue: 1.5 }],
  [2 ** 60, { doubleValue: 2 ** 60 }],
  [Number.NaN, { stringValue: 'NaN' }],
  [true, { boolValue: true }],
  [['a', 1], { arrayValue: { values: [{ stringValue: 'a' }, { intValue: 1 }] } }],
])('%o is encoded as OTLP has it', (value, encoded) => {
  expect(encodeAttributes({ key: value })).toEqual([{ key: 'key', value: encoded }])
})

test('what is undefined is left out', () => {
  expect(encodeAttributes({ key: undefined })).toEqual([])
})

test('an envelope is a request of one resource and one scope', () => {
  expect(JSON.parse(envelope('logs', '{"attributes":[]}', ['{"a":1}', '{"b":2}']))).toEqual({
    resourceLogs: [
      {
        resource: { attributes: [] },
        scopeLogs: [
          {
            schemaUrl: instrumentationScope.schemaUrl,
            scope: { name: '@errata/otel/browser', version: instrumentationScope.version },
            logRecords: [{ a: 1 }, { b: 2 }],
          },
        ],
      },
    ],
  })
})
