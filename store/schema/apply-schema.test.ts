import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { copySchemaFiles, copyWithUpgrade, UPGRADE } from '../../test/store/made-up-upgrade.ts'
import { newDatabase } from '../../test/store/new-database.ts'
import { applySchema } from './apply-schema.ts'
import { FIRST_SCHEMA_VERSION, readSchemaFiles } from './schema-files.ts'

const newest = readSchemaFiles(import.meta.dirname).version

/** A database with the current schema, for tests that do not change it: creating one takes seconds. */
let whole: Awaited<ReturnType<typeof newDatabase>>
beforeAll(async () => {
  whole = await newDatabase(afterAll)
  expect(await applySchema(whole.options)).toEqual({ from: 0, to: newest })
})

test('applying the newest schema twice changes nothing', async () => {
  const { options, tables } = whole

  const made = await tables()
  expect(await applySchema(options)).toEqual({ from: newest, to: newest })
  expect(await tables()).toEqual(made)
})

test('an upgrade turns an older database into the new schema with its rows, and runs once', async () => {
  const [old, fresh] = [await newDatabase(), await newDatabase()]
  const folder = copyWithUpgrade()
  const shapeOf = async ({ tables, options }: typeof old) =>
    (await tables()).map(({ sql }) => sql.replaceAll(options.database, 'db'))

  await applySchema(old.options)
  await old.command(`INSERT INTO ${old.options.database}.otel_logs (Timestamp, ServiceName) VALUES (now64(9), 'shop')`)
  expect(await applySchema({ ...old.options, folder })).toEqual({ from: newest, to: newest + 1 })
  expect(await applySchema({ ...old.options, folder })).toEqual({ from: newest + 1, to: newest + 1 })
  expect(await applySchema({ ...fresh.options, folder })).toEqual({ from: 0, to: newest + 1 })
  expect(await shapeOf(old)).toEqual(await shapeOf(fresh))
  expect(await old.query('SELECT ServiceName FROM {database:Identifier}.later')).toEqual([{ ServiceName: 'shop' }])
})

test('an interrupted upgrade is resumed', async () => {
  const { options, query, command } = await newDatabase()
  const folder = copyWithUpgrade()
  const upgrade = join(folder, `upgrades/${UPGRADE}`)
  const whole = readFileSync(upgrade, 'utf8')
  await applySchema(options)
  await command(`INSERT INTO ${options.database}.otel_logs (Timestamp, ServiceName) VALUES (now64(9), 'shop')`)

  writeFileSync(upgrade, whole.replace('SELECT DISTINCT', 'SELECT NoSuchColumn,'))
  await expect(applySchema({ ...options, folder })).rejects.toThrow(`upgrades/${UPGRADE} could not be applied`)
  writeFileSync(upgrade, whole)
  expect(await applySchema({ ...options, folder })).toEqual({ from: newest, to: newest + 1 })
  expect(await query('SELECT ServiceName FROM {database:Identifier}.later')).toEqual([{ ServiceName: 'shop' }])
})

test('rejects a database of a version that cannot be upgraded, and changes nothing', async () => {
  const { options, tables, command } = await newDatabase()
  await command(`CREATE DATABASE ${options.database}`)
  await command(
    `CREATE TABLE ${options.database}.schema_version (Number UInt32, Hash String) ENGINE = ReplacingMergeTree ORDER BY Number`,
  )
  await command(`INSERT INTO ${options.database}.schema_version VALUES (111, 'statements')`)

  await expect(applySchema(options)).rejects.toThrow(
    `Database ${options.database} was made by 0.2, by an older version or by an unreleased one, which cannot be upgraded: start with a new one, for npm start by moving the folder .errata away, and copy what it has by npx errata copy FOLDER, or drop it.`,
  )
  expect((await tables()).map(({ name }) => name)).toEqual(['schema_version'])
})

test('two concurrent runs end with the same schema as one', async () => {
  const { options, tables, query } = await newDatabase()

  await Promise.all([applySchema(options), applySchema(options), applySchema(options)])
  expect((await tables()).map(({ name }) => name)).toEqual((await whole.tables()).map(({ name }) => name))
  const applied = await query<{ Number: number }>(
    'SELECT Number FROM {database:Identifier}.schema_version FINAL ORDER BY 1',
  )
  const upgrades = readSchemaFiles(import.meta.dirname).upgrades.map(({ number }) => number)
  expect(applied.map(row => row.Number)).toEqual([0, FIRST_SCHEMA_VERSION, ...upgrades])
})

/** An engine that says that it has another version. */
async function withVersion(url: string, version: string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const body = await text(request)
    const asksVersion = `${body}${decodeURIComponent(request.url ?? '')}`.includes('SELECT version() AS Version')
    if (asksVersion) return void response.end(`${JSON.stringify({ Version: version })}\n`)
    const headers = { authorization: request.headers.authorization ?? '' }
    const answer = await fetch(`${url}${request.url}`, { method: 'POST', headers, ...(body !== '' && { body }) })
    response.writeHead(answer.status).end(await answer.text())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  await new Promise(resolve => proxy.once('listening', resolve))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('refuses a server that is older than what was tried, before it makes anything', async () => {
  const { options, tables } = await newDatabase()
  const url = await withVersion(options.url, '26.6.1.1')

  await expect(applySchema({ ...options, url })).rejects.toThrow('ClickHouse 26.6.1.1: Errata needs 26.7 or newer.')
  expect(await tables()).toEqual([])
})

test('warns of a server that is newer than what was tried, and of no other', async () => {
  const { options } = whole
  const told: string[] = []
  const warn = (sentence: string) => told.push(sentence)
  await applySchema({ ...options, warn })
  await applySchema({ ...options, url: await withVersion(options.url, '27.1.2.3'), warn })

  expect(told).toEqual(['ClickHouse 27.1.2.3 is newer than what Errata was tried with, 26.7.'])
})

test('resumes after the connection was lost at any statement', async () => {
  const { options, tables } = await newDatabase()
  let left = 0
  const proxy = createServer(async (request, response) => {
    left -= 1
    if (left < 0) {
      request.destroy()
      return
    }
    const { host, ...headers } = request.headers
    const body = await text(request)
    const answer = await fetch(`${options.url}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { authorization: headers.authorization ?? '' },
      ...(body !== '' && { body }),
    })
    const code = answer.headers.get('x-clickhouse-exception-code')
    response.writeHead(answer.status, code === null ? {} : { 'x-clickhouse-exception-code': code })
    response.end(await answer.text())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  await new Promise(resolve => proxy.once('listening', resolve))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  for (const budget of [0, 1, 3, 5, 12, 20, 40]) {
    left = budget
    await expect(applySchema({ ...options, url })).rejects.toMatchObject({ name: 'SchemaError' })
  }
  left = 1000
  await applySchema({ ...options, url })
  expect((await tables()).map(({ name }) => name)).toEqual((await whole.tables()).map(({ name }) => name))
})

test('refuses tables that were changed without an upgrade', async () => {
  const folder = copySchemaFiles()
  const statement = 'ALTER TABLE {{database}}.otel_logs DROP INDEX IF EXISTS trace;\n'
  appendFileSync(join(folder, 'tables/otel-logs.sql'), statement)

  await expect(applySchema({ ...whole.options, folder })).rejects.toThrow(
    `The files of store/schema/tables/ were changed after they had been applied to database ${whole.options.database}`,
  )
})

test('refuses an applied upgrade that was changed, and a database that is newer than the files', async () => {
  const { options } = await newDatabase()
  const folder = copyWithUpgrade()
  await applySchema({ ...options, folder })

  await expect(applySchema(options)).rejects.toThrow(
    `Database ${options.database} has schema ${newest + 1}, newer than this version knows (${newest}): run the version that made it, or a newer one.`,
  )
  appendFileSync(join(folder, `upgrades/${UPGRADE}`), "ALTER TABLE {{database}}.later MODIFY COMMENT '';\n")
  await expect(applySchema({ ...options, folder })).rejects.toThrow(
    `upgrades/${UPGRADE} was changed after it had been applied to database ${options.database}: restore the file and put the change into a new one.`,
  )
})

test('comments and white space of an applied file may change', async () => {
  const folder = copySchemaFiles()
  const file = join(folder, 'tables/otel-logs.sql')
  writeFileSync(
    file,
    `-- Another comment.\n${readFileSync(file, 'utf8').replaceAll('\n', '\n\t').replaceAll('\n\tTTL', '\nTTL').replaceAll(',', ' , /* and */')}`,
  )

  expect(await applySchema({ ...whole.options, folder })).toEqual({ from: newest, to: newest })
})

test('reports what to check when nothing answers', async () => {
  await expect(applySchema({ ...whole.options, password: 'wrong' })).rejects.toThrow(
    'check that ClickHouse answers at CLICKHOUSE_URL',
  )
})
