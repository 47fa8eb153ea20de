import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestPath, parseLookUp } from './look-up.ts'
import { decodePathSegment } from './path-segment.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'

test.each([null, '', '   '])('nothing typed (%j) is nothing to look up', typed => {
  expect(parseLookUp(typed)).toEqual({ text: '', traceId: undefined, digests: [], ownDigest: undefined })
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
  expect(parseLookUp(typed).traceId).toBe(traceId)
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
  expect(parseLookUp(text)).toEqual({ text, traceId: undefined, digests: [], ownDigest: undefined })
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
