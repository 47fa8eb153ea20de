import fc from 'fast-check'
import { createRequestHandler } from 'react-router'
import { expect, test } from 'vitest'
import { createTestRoute, createTestServerBuild } from '../../test/otel/server-build.ts'
import { decodePathSegment, encodePathSegment } from './path-segment.ts'

/** What the release's loader is told, where a page has this address and where the router asks for its data. */
async function toldOf(path: string): Promise<string[]> {
  const told: string[] = []
  const loader = ({ params }: { readonly params: { readonly release?: string } }) => {
    told.push(decodePathSegment(params.release ?? ''))
    return null
  }
  const handle = createRequestHandler(
    createTestServerBuild({
      ...createTestRoute('releases', 'releases', {}),
      ...createTestRoute('release', 'releases/:release', { loader }),
    }),
    'production',
  )
  for (const end of ['', '.data']) await handle(new Request(new URL(path + end, 'http://desk')))
  return told
}

const piece = fc.constantFrom(
  '.',
  '..',
  '_',
  '/',
  '\\',
  '%',
  '%2F',
  '%2f',
  '%2e',
  '~',
  '~2e',
  '~7e',
  '.data',
  '_.data',
  '?',
  '#',
  ' ',
  'a',
  '2',
)
const name = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.array(piece, { minLength: 1, maxLength: 4 }).map(pieces => pieces.join('')),
)

test('a name comes back from the path as it was, whatever it is made of, in a page and in its data', async () => {
  await fc.assert(
    fc.asyncProperty(name, async written => {
      expect(encodePathSegment(written)).not.toMatch(/^\.{1,2}$|[/\\]|%(?:2f|5c|25)/i)
      expect(await toldOf(`/releases/${encodePathSegment(written)}`)).toEqual([written, written])
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['2.4.1', '2.4.1'],
  ['v1+build', 'v1%2Bbuild'],
  ['..', '.~2e'],
  ['a%2Fb', 'a~252Fb'],
  ['a/b', 'a~2fb'],
  ['a\\b', 'a~5cb'],
])('%s stands in a path as %s', (written, path) => {
  expect(encodePathSegment(written)).toBe(path)
})

test('what somebody typed stands for itself', () => {
  expect(decodePathSegment('~user')).toBe('~user')
})
