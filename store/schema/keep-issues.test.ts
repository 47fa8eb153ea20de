import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copySchemaFiles } from '../../test/store/made-up-upgrade.ts'
import { newDatabase } from '../../test/store/new-database.ts'
import { applySchema } from './apply-schema.ts'
import { readSchemaFiles } from './schema-files.ts'

const newest = readSchemaFiles(import.meta.dirname).version

const NEXT = `0${newest + 1}-next.sql`

/** The schema files with another grouping-rule number, so that every exception gets another issue. */
function filesWithAnotherRule(): string {
  const folder = copySchemaFiles()
  const expressions = join(folder, 'expressions.sql')
  const number = /(?<=sipHash64\(')\d+(?=', ServiceName)/
  const text = readFileSync(expressions, 'utf8')
  expect(text).toMatch(number)
  writeFileSync(expressions, text.replace(number, '1000'))
  writeFileSync(
    join(folder, `upgrades/${NEXT}`),
    `ALTER TABLE {{database}}.exceptions_of_grouped {{on_cluster}} MODIFY QUERY
SELECT *, {{issue}} AS Issue FROM {{database}}.exceptions_grouped{{local}};\n`,
  )
  return folder
}

test('after a new grouping rule, issues that somebody acted on take over what their exceptions are grouped into', async () => {
  const { options, query, command } = await newDatabase()
  const { database } = options
  const send = (id: number) =>
    command(`INSERT INTO ${database}.otel_logs (Timestamp, ServiceName, LogAttributes) SELECT now64(9), 'shop',
      map('exception.type', 'E', 'exception.message', arrayJoin(['acted on', 'left alone']), 'log.record.uid', '${id}')`)
  const issuesOf = async (message: string) =>
    (
      await query<{ issue: string }>(
        `SELECT DISTINCT Issue::String AS issue FROM ${database}.exceptions WHERE Message = '${message}' ORDER BY issue`,
      )
    ).map(({ issue }) => issue)
  const mergesOf = () =>
    query(`SELECT Issue AS issue, Value AS into FROM ${database}.issue_events FINAL WHERE What = 'merged'`)
  await applySchema(options)
  await send(1)
  const [kept = ''] = await issuesOf('acted on')
  await command(`INSERT INTO ${database}.issue_events VALUES ('${kept}', now64(9), '1', '1', 'Ada', 'owner', 'Ada')`)

  const folder = filesWithAnotherRule()
  await applySchema({ ...options, folder })
  await send(2)

  const regrouped = (await issuesOf('acted on')).filter(issue => issue !== kept)
  expect(regrouped).toHaveLength(1)
  expect(await issuesOf('left alone')).toHaveLength(2)
  expect(await mergesOf()).toEqual([{ issue: regrouped[0], into: kept }])
})

test('an upgrade that leaves the grouping rule as it is merges nothing', async () => {
  const { options, query, command } = await newDatabase()
  const { database } = options
  await applySchema(options)
  await command(`INSERT INTO ${database}.otel_logs (Timestamp, ServiceName, LogAttributes)
    SELECT now64(9), 'shop', map('exception.type', 'E', 'exception.message', 'm')`)
  await command(`INSERT INTO ${database}.issue_events
    SELECT Issue, now64(9), '1', '1', 'Ada', 'owner', 'Ada' FROM ${database}.exceptions`)

  const folder = copySchemaFiles()
  writeFileSync(join(folder, `upgrades/${NEXT}`), 'SELECT 1;\n')
  expect(await applySchema({ ...options, folder })).toEqual({ from: newest, to: newest + 1 })

  expect(await query(`SELECT What FROM ${database}.issue_events`)).toEqual([{ What: 'owner' }])
})
