import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestPath, parseLookUp } from './look-up.ts'
import { decodePathSegment } from './path-segment.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'

test.each([null, '', '   '])('nothing typed (%j) is nothing to look up', typed => {
  expect(parseLookUp(typed)).toEqual({ text: '', guessed: {}, digests: [] })
})

test.each([
  traceId,
  traceId.toUpperCase(),
  `  ${traceId}\n`,
  `Trace: ${traceId}`,
  `trace id: ${traceId}`,
  '0af76519-16cd-43dd-8448-eb211c80319c',
  `00-${traceId}-b7ad6b7169203331-01`,
  `traceparent: 00-${traceId}-b7ad6b7169203331-00`,
  `{"traceparent":"00-${traceId}-b7ad6b7169203331-01"}`,
  `0x${traceId}`,
  `"${traceId}",`,
  `trace_id=${traceId}`,
  `trace.id:${traceId.toUpperCase()}`,
  `"traceId":"${traceId}"`,
  `{"level":"error","TraceID":"${traceId}","SpanID":"b7ad6b7169203331"}`,
  String.raw`{\"trace_id\": \"${traceId}\"}`,
  `2026-11-20 ERROR [trace_id=${traceId} span_id=b7ad6b7169203331] failed`,
  `trace_id=${traceId.slice(1)}`,
  `traceId: 0x${traceId}`,
  `b3: ${traceId}-b7ad6b7169203331-1-05e3ac9a4f6e3b90`,
  `${traceId.slice(1)}:b7ad6b7169203331:0:1`,
  `${traceId.slice(1)}%3Ab7ad6b7169203331%3A0%3A1`,
  'Root=1-0af76519-16cd43dd8448eb211c80319c',
])('%j is a trace id', typed => {
  expect(parseLookUp(typed).traceId).toBe(traceId)
})

test.each([
  [`trace_id=8448eb211c80319c`, { traceId: '00000000000000008448eb211c80319c' }],
  [`8448eb211c80319c-b7ad6b7169203331-1`, { traceId: '00000000000000008448eb211c80319c', spanId: 'b7ad6b7169203331' }],
  [`span_id=b7ad6b7169203331`, { spanId: 'b7ad6b7169203331' }],
  [`"spanId": "7ad6b7169203331"`, { spanId: '07ad6b7169203331' }],
  ['0xb7ad6b7169203331', { guessed: { traceId: '0000000000000000b7ad6b7169203331', spanId: 'b7ad6b7169203331' } }],
  ['B7AD6B7169203331', { guessed: { traceId: '0000000000000000b7ad6b7169203331', spanId: 'b7ad6b7169203331' } }],
  ['7ad6b7169203331', { guessed: { traceId: '00000000000000000' + '7ad6b7169203331', spanId: '07ad6b7169203331' } }],
  [traceId.slice(1), { guessed: { traceId } }],
  ['0'.repeat(32), { guessed: {} }],
  ['trace_id=0', { guessed: {} }],
  ['trace added', { guessed: {} }],
  ['feedfacecafebeefdeadbeeffeedfacecafe1234', { guessed: {} }],
])('%j has the ids %j', (typed, ids) => {
  const { traceId, spanId, guessed } = parseLookUp(typed)
  expect({ traceId, spanId, guessed }).toEqual({ guessed: {}, ...ids })
})

test('an id is found in whatever its label, prefix, quotes and case are', () => {
  const hex = (digits: number) => fc.stringMatching(new RegExp(`^[1-9a-f][0-9a-f]{${digits - 1}}$`))
  const written = fc.record({
    label: fc.constantFrom('trace_id', 'traceId', 'trace-id', 'TraceID', 'TRACE_ID', 'trace.id', 'trace'),
    sign: fc.constantFrom('=', ':', ': ', '":"', '": "', ' = '),
    prefix: fc.constantFrom('', '0x', '"', "'"),
    isUpper: fc.boolean(),
    before: fc.constantFrom('', '{"', '[', 'ERROR failed ', 'a=1,'),
  })
  fc.assert(
    fc.property(fc.oneof(hex(32), hex(31), hex(16)), written, (id, { label, sign, prefix, isUpper, before }) => {
      const text = `${before}${label}${sign}${prefix}${isUpper ? id.toUpperCase() : id}`
      expect(parseLookUp(text).traceId).toBe(id.padStart(32, '0'))
    }),
  )
})

describe('a digest of ours', () => {
  test.each(['k7m2x9qd4r', 'K7M2X 9QD4R', 'k7m2-x9qd-4r', 'Digest: k7m2x9qd4r', 'digest K7M2x9qd4r'])(
    'is known however it is typed: %j',
    typed => {
      expect(parseLookUp(typed)).toMatchObject({ traceId: undefined, ownDigest: 'k7m2x9qd4r' })
      expect(parseLookUp(typed).digests.at(-1)).toBe('k7m2x9qd4r')
    },
  )

  test('is read with the digit for a letter that its alphabet lacks', () => {
    expect(parseLookUp('k7m2x9qdlO').ownDigest).toBe('k7m2x9qd10')
  })
})

describe("another sender's digest", () => {
  test.each([
    ['hello12345', ['hello12345', 'he11012345']],
    ['Order-4711_A', ['Order-4711_A', 'order-4711_a']],
    ['Digest: ABCdef', ['ABCdef', 'abcdef']],
    ['K7M2X9QD4L', ['K7M2X9QD4L', 'k7m2x9qd4l', 'k7m2x9qd41']],
    [traceId, [traceId]],
    ['a/b?c#d%', ['a/b?c#d%']],
  ])('%s is looked up as it was typed before any other spelling', (typed, digests) => {
    expect(parseLookUp(typed).digests).toEqual(digests)
  })

  test('has a page of its own, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), digest => {
        const { pathname } = new URL(digestPath(`x${digest}`), 'http://desk')
        expect(decodePathSegment(decodeURIComponent(pathname.slice('/digest/'.length)))).toBe(`x${digest}`)
      }),
    )
  })
})

test('a text of several words is searched for, as it was typed', () => {
  const text = "Cannot read properties of undefined (reading 'id')"
  expect(parseLookUp(text)).toEqual({ text, guessed: {}, digests: [] })
})

test.each(['checkout', 'TypeError', '1234567890', '404'])(
  '%j is a text, or a digest that another sender chose',
  typed => {
    const { text, digests, ownDigest } = parseLookUp(typed)
    expect([text, digests[0], ownDigest]).toEqual([typed, typed, undefined])
  },
)

test('whatever is typed is looked up under at most four spellings, its own first where it may be one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), typed => {
      const { text, digests } = parseLookUp(typed)
      expect(digests.length).toBeLessThanOrEqual(4)
      if (/^\S{1,128}$/.test(text)) expect(digests[0]).toBe(text)
    }),
  )
})
