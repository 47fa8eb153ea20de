import { expect, test } from 'vitest'
import { readLookUp } from './look-up.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'

test.each([null, '', '   '])('nothing typed (%j) is nothing to look up', typed => {
  expect(readLookUp(typed)).toEqual({ kind: 'nothing' })
})

test.each([
  traceId,
  traceId.toUpperCase(),
  `  ${traceId}\n`,
  `Trace: ${traceId}`,
  `trace id: ${traceId}`,
  '0af76519-16cd-43dd-8448-eb211c80319c',
  `00-${traceId}-b7ad6b7169203331-01`,
])('%j is a trace id', typed => {
  expect(readLookUp(typed)).toEqual({ kind: 'trace', traceId })
})

test.each(['k7m2x9qd4r', 'K7M2X 9QD4R', 'k7m2-x9qd-4r', 'Digest: k7m2x9qd4r', 'digest k7m2x9qd4r'])(
  '%j is a digest',
  typed => {
    expect(readLookUp(typed)).toEqual({ kind: 'digest', digest: 'k7m2x9qd4r' })
  },
)

test('a letter that the alphabet of digests lacks is read as the digit it looks like', () => {
  expect(readLookUp('k7m2x9qdlO')).toEqual({ kind: 'digest', digest: 'k7m2x9qd10' })
})

test('a text of several words is searched for, as it was typed', () => {
  const text = "Cannot read properties of undefined (reading 'id')"
  expect(readLookUp(text)).toEqual({ kind: 'text', text, perhapsDigest: undefined })
})

test.each(['checkout', 'TypeError', '1234567890'])('%j may be a text or a digest', typed => {
  expect(readLookUp(typed)).toEqual({ kind: 'text', text: typed, perhapsDigest: typed.toLowerCase() })
})

test('a short number is a text', () => {
  expect(readLookUp('404')).toEqual({ kind: 'text', text: '404', perhapsDigest: undefined })
})
