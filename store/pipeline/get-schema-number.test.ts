import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../test/store/new-database.ts'
import { getTestEngine } from '../../test/store/open-test-store.ts'
import { applySchema } from '../schema/apply-schema.ts'
import { readSchemaFiles } from '../schema/schema-files.ts'
import { openStore } from '../store.ts'
import { getSchemaNumber, NEWEST_SCHEMA } from './get-schema-number.ts'

test('the newest schema has the newest number', async () => {
  expect(NEWEST_SCHEMA).toBe(readSchemaFiles(join(import.meta.dirname, '../schema')).version)
  const { options } = await newDatabase()
  await applySchema(options)
  const { url, desk } = getTestEngine()
  const store = openStore({ url, ...desk, database: options.database })
  onTestFinished(() => store.close())
  expect(await getSchemaNumber(store, {})).toBe(NEWEST_SCHEMA)
})
