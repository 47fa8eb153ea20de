import { expect, test } from 'vitest'
import { rows, subjects } from '../../test/store/delivered-rows.ts'
import { everyAnswer } from '../../test/store/every-answer.ts'
import { newDatabase } from '../../test/store/new-database.ts'
import { getTestEngine, openTestDatabase } from '../../test/store/open-test-store.ts'
import { differencesOf, runQueries, valuesFor } from '../../test/store/run-queries.ts'
import { lastSchema } from '../../test/store/write-last-schema.ts'
import type { TraceId } from '../units.ts'
import { applySchema } from './apply-schema.ts'

test('an upgraded database of the last version has the tables of a new one, and gives the same answers', async () => {
  const [old, fresh] = [await newDatabase(), await newDatabase()]
  await applySchema({ ...old.options, folder: lastSchema })
  await applySchema(fresh.options)
  await using upgraded = openTestDatabase(getTestEngine(), old.options.database, false)
  await using made = openTestDatabase(getTestEngine(), fresh.options.database, false)
  await upgraded.insert(rows)
  await made.insert(rows)
  const { from, to } = await applySchema(old.options)
  expect(from).toBeLessThan(to)

  expect(await shapeOf(old)).toEqual(await shapeOf(fresh))
  const params = await valuesFor(made)
  expect(differencesOf(await runQueries(made, params), await runQueries(upgraded, params))).toEqual([])
  expect(await everyAnswer(upgraded, seen)).toEqual(await everyAnswer(made, seen))
  await upgraded.insert(rows)
  expect(await everyAnswer(upgraded, seen)).toEqual(await everyAnswer(made, seen))
})

const seen = {
  range: { from: subjects.fromNs, to: subjects.toNs },
  traceIds: [subjects.traceId as TraceId],
  digests: [subjects.digest],
  service: 'cart',
}

async function shapeOf({ tables, options }: Awaited<ReturnType<typeof newDatabase>>) {
  return (await tables()).map(({ sql }) => sql.replaceAll(options.database, 'db'))
}
