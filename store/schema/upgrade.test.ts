import { expect, test } from 'vitest'
import { DELIVERED_ROWS, DELIVERED_SUBJECTS } from '../../test/store/delivered-rows.ts'
import { queryEveryPage } from '../../test/store/every-answer.ts'
import { newDatabase } from '../../test/store/new-database.ts'
import { getTestEngine, openTestDatabase } from '../../test/store/open-test-store.ts'
import { createParamValues, findDifferentResults, runQueries } from '../../test/store/run-queries.ts'
import { LAST_SCHEMA_DIR } from '../../test/store/write-last-schema.ts'
import type { TraceId } from '../units.ts'
import { applySchema } from './apply-schema.ts'

test('an upgraded database of the last version has the tables of a new one, and gives the same answers', async () => {
  const [old, fresh] = [await newDatabase(), await newDatabase()]
  await applySchema({ ...old.options, folder: LAST_SCHEMA_DIR })
  await applySchema(fresh.options)
  await using upgraded = openTestDatabase(getTestEngine(), old.options.database, false)
  await using made = openTestDatabase(getTestEngine(), fresh.options.database, false)
  await upgraded.insert(DELIVERED_ROWS.map(row => ({ ...row, table: OLD_NAMES.get(row.table) ?? row.table })))
  await made.insert(DELIVERED_ROWS)
  const { from, to } = await applySchema(old.options)
  expect(from).toBeLessThan(to)

  expect(await shapeOf(old)).toEqual(await shapeOf(fresh))
  const params = await createParamValues(made)
  expect(findDifferentResults(await runQueries(made, params), await runQueries(upgraded, params))).toEqual([])
  expect(await queryEveryPage(upgraded, seen)).toEqual(await queryEveryPage(made, seen))
  await upgraded.insert(DELIVERED_ROWS)
  expect(await queryEveryPage(upgraded, seen)).toEqual(await queryEveryPage(made, seen))
})

/** Tables that have another name now. */
const OLD_NAMES = new Map([['issue_events', 'issue_statements']])

const seen = {
  range: { from: DELIVERED_SUBJECTS.fromNs, to: DELIVERED_SUBJECTS.toNs },
  traceIds: [DELIVERED_SUBJECTS.traceId as TraceId],
  digests: [DELIVERED_SUBJECTS.digest],
  service: 'cart',
}

async function shapeOf({ tables, options }: Awaited<ReturnType<typeof newDatabase>>) {
  return (await tables()).map(({ sql }) => sql.replaceAll(options.database, 'db'))
}
