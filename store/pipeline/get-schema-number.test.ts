import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestStore } from '../../test/open-test-store.ts'
import { readSchemaFiles } from '../schema/schema-files.ts'
import { getSchemaNumber, NEWEST_SCHEMA } from './get-schema-number.ts'

test('the newest schema is known by its version, and read', async () => {
  expect(NEWEST_SCHEMA).toBe(readSchemaFiles(join(import.meta.dirname, '../schema')).version)
  await using store = await openTestStore()
  expect(await getSchemaNumber(store, {})).toBe(NEWEST_SCHEMA)
})
