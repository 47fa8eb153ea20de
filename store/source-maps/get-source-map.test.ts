import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { getSourceMap } from './get-source-map.ts'

test('answers undefined for a map that nobody uploaded', async () => {
  await using store = await openTestStore()
  const address = { script: 'assets/a.js', release: '1.2.3', service: '', maxBytes: 1_000 }

  expect(await getSourceMap(store, address)).toBeUndefined()
})
