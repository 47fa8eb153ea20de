import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MinifiedApp, minifiedApp, origin } from '../../../e2e/minified-app.ts'
import { listBuilds, mapFile } from '../../maps/map-archive.ts'
import { type MapBytes, uploadedMapper } from './uploaded-mapper.ts'

const shop = `export function pay() {
  const cents: number | undefined = undefined
  throw new RangeError('no money: ' + cents)
}
`

let app: MinifiedApp
let stack: string
let script: string
let map: MapBytes
beforeAll(async () => {
  app = await minifiedApp({ 'app/shop.ts': shop })
  await app.build()
  stack = await app.stackOf('shop', 'pay')
  const [build] = listBuilds(app.archive)
  const [[name, debugId] = ['', '']] = Object.entries(build?.scripts ?? {})
  if (build === undefined) throw new Error('nothing was built')
  script = `${origin}/${name}`
  map = piecesOf(readFileSync(mapFile(build, debugId), 'utf8'))
})
afterAll(() => app[Symbol.asyncDispose]())

/** Bytes in two pieces, with a buffer each. */
function piecesOf(text: string): MapBytes {
  const bytes = new TextEncoder().encode(text)
  const half = Math.floor(bytes.length / 2)
  return [bytes.slice(0, half), bytes.slice(half)]
}

/** A new copy each time, as from a store: the mapper transfers it to its thread. */
const fresh = () => map.map(piece => piece.slice())

const keys = () => new Map([[script, 'a']])

test('maps with the given maps, and reads each map once while it is in use', async () => {
  await using mapper = uploadedMapper()
  const asked: string[] = []
  const read = async (key: string) => {
    asked.push(key)
    return fresh()
  }
  const [first] = (await mapper.map([stack], { keys: keys(), read })) ?? []
  await mapper.map([stack, stack], { keys: keys(), read })

  expect(first?.text).toMatch(/^ {4}at pay \(app\/shop\.ts:3:\d+\)$/m)
  expect(first?.context[0]?.context.line).toBe("  throw new RangeError('no money: ' + cents)")
  expect(asked).toEqual(['a'])
})

test('hands a map over as it is: nothing of it is copied or read in the thread that serves', async () => {
  await using mapper = uploadedMapper()
  const given = fresh()
  const [mapped] = (await mapper.map([stack], { keys: keys(), read: async () => given })) ?? []

  expect(mapped?.mapped).toBe(1)
  expect(given.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0])
})

test('reads a map again after it was evicted', async () => {
  await using mapper = uploadedMapper({ cacheBytes: 1 })
  const asked: string[] = []
  const read = async (key: string) => {
    asked.push(key)
    return fresh()
  }
  for (const key of ['a', 'b', 'a']) {
    const [mapped] = (await mapper.map([stack], { keys: new Map([[script, key]]), read })) ?? []
    expect(mapped?.mapped).toBe(1)
  }
  expect(asked).toEqual(['a', 'b', 'a'])
})

test.each([undefined, '', '{', '{"version":3}', 'null', '[]'])(
  'leaves a stack as it is where the map is %s',
  async bad => {
    await using mapper = uploadedMapper()
    const [mapped] =
      (await mapper.map([stack], {
        keys: keys(),
        read: async () => (bad === undefined ? undefined : piecesOf(bad)),
      })) ?? []

    expect(mapped).toMatchObject({ text: stack, own: 1, mapped: 0 })
  },
)

test('takes any text for a map, and any for a stack, and goes on', async () => {
  await using mapper = uploadedMapper()
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string()), fc.string({ unit: 'binary' }), async (text, told) => {
      const other = new Map([[script, text]])
      expect(await mapper.map([told, stack], { keys: other, read: async () => piecesOf(text) })).toHaveLength(2)
    }),
    { numRuns: 50 },
  )
})

test('a map that says what cannot be is taken for what can be read of it, and the next one is mapped', async () => {
  await using mapper = uploadedMapper()
  const part = fc.oneof(
    fc.constantFrom([], ['a.ts'], ['a.ts', null, 5, {}], {}, 'text', -1),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const mappings = fc.constantFrom(
    'AAAA',
    'AAAAA',
    'AgggggggD',
    ';;D,AAAAggggggE',
    'AA,AAAA,gB',
    '!',
    ';'.repeat(1_000),
  )
  const hostile = fc.record(
    {
      ...{ sources: part, sourcesContent: part, names: part, mappings, sourceRoot: part, ignoreList: part },
      ...{ x_errata_functions: part, x_errata_classes: part, sections: part },
    },
    { requiredKeys: ['mappings'] },
  )
  await fc.assert(
    fc.asyncProperty(hostile, async fields => {
      const text = JSON.stringify({ version: 3, ...fields })
      const told = `TypeError: x\n    at pay (${script}:1:1)\n    at f (${script}:1:900)`
      const read = async () => piecesOf(text)
      const [mapped] = (await mapper.map([told], { keys: new Map([[script, text]]), read })) ?? []
      expect(mapped).toMatchObject({ own: 2 })
      expect(Object.values(mapped?.classes ?? {}).every(name => typeof name === 'string')).toBe(true)
    }),
    { numRuns: 300 },
  )
  const [mapped] = (await mapper.map([stack], { keys: keys(), read: async () => fresh() })) ?? []
  expect(mapped?.mapped).toBe(1)
})

test('gives up after the deadline, and maps the next one', async () => {
  await using mapper = uploadedMapper({ deadlineMs: 0 })
  expect(await mapper.map([stack], { keys: keys(), read: async () => fresh() })).toBeUndefined()
})
