import { expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/store/open-test-store.ts'
import type { ByteChunks } from '../store.ts'
import { getSourceMap } from './get-source-map.ts'
import { listSourceMaps } from './list-source-maps.ts'

const debugId = '0f0e0d0c-0b0a-4009-8807-060504030201'

/** Rows as `errata maps upload` writes them. */
const upload = (store: TestStore, release: string, service: string, script: string, text = '{"version":3}') =>
  store.insert([
    {
      table: 'source_maps',
      values: { Script: script, Release: release, Service: service, DebugId: debugId, Map: text },
    },
  ])

const limit = 100
const textOf = (pieces: ByteChunks | undefined) => pieces && Buffer.concat(pieces).toString()

test('lists the maps of scripts by name, those of the service and those of every service', async () => {
  await using store = await openTestStore()
  await upload(store, '1.2.3', '', 'assets/a.js')
  await upload(store, '1.2.3', '', 'assets/b.js')
  await upload(store, '1.2.3', 'shop', 'server/index.js')
  await upload(store, '1.2.3', 'other', 'server/index.js')

  const listed = await listSourceMaps(store, { scripts: ['assets/a.js', 'server/index.js'], services: ['shop'], limit })

  expect(listed).toEqual([
    { script: 'assets/a.js', release: '1.2.3', service: '', debugId },
    { script: 'server/index.js', release: '1.2.3', service: 'shop', debugId },
  ])
})

test('a script of a release has one map, the one that was uploaded first', async () => {
  await using store = await openTestStore()
  await upload(store, '1.2.3', '', 'server/index.js', 'first')
  await upload(store, '1.2.3', '', 'server/index.js', 'second')

  expect(await listSourceMaps(store, { scripts: ['server/index.js'], services: [], limit })).toHaveLength(1)
  const address = { script: 'server/index.js', release: '1.2.3', service: '', maxBytes: 100 }
  expect(textOf(await getSourceMap(store, address))).toBe('first')
})

test('a map of many megabytes is returned unchanged, and one beyond the limit is not returned', async () => {
  await using store = await openTestStore()
  const text = JSON.stringify({ version: 3, sourcesContent: ['const price = "Ünal \\u0000 🛒"\n'.repeat(600_000)] })
  await upload(store, '1.2.3', '', 'assets/large.js', text)

  const address = { script: 'assets/large.js', release: '1.2.3', service: '' }
  const pieces = await getSourceMap(store, { ...address, maxBytes: 64 * 1024 * 1024 })
  expect(textOf(pieces) === text).toBe(true)
  // Each chunk has a buffer of its own and can be transferred separately.
  expect(pieces?.every(({ buffer, byteLength }) => buffer.byteLength === byteLength)).toBe(true)
  expect(await getSourceMap(store, { ...address, maxBytes: 1_000_000 })).toBeUndefined()
  expect(await getSourceMap(store, { ...address, release: '9', maxBytes: 1_000 })).toBeUndefined()
})
