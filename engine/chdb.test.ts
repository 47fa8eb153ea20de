import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONTROL, loadAddon, MUTATING, openDatabase, READ_ONLY, USED_EXPORTS } from './chdb.ts'
import { openDataFolder } from './data-folder.ts'
import { READER_ROLE } from './rights.ts'

// Canary: the engine rests on exports of chDB's addon that are not public API. When this fails after an upgrade, look for
// the new names in node_modules/chdb/dist/durable/engine-adapter.js and index.js and change engine/chdb.ts and nothing else;
// or go back to the pinned version. When chDB itself offers a connection per caller, a count of statements and streamed
// results of any format, engine/chdb.ts, fifo.ts and statement-guard.ts can go.

test('finds what it uses among the exports of the addon of the pinned chDB', () => {
  expect(Object.keys(loadAddon())).toEqual(expect.arrayContaining([...USED_EXPORTS]))
})

test('denies a connection what its role has no right to', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'errata-chdb-'))
  const database = await openDataFolder(dir)
  const connection = database.connect()
  try {
    await connection.run('CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n')
    await connection.run(`SET ROLE ${READER_ROLE}`)

    await connection.run('SELECT n FROM t')
    await expect(connection.run('INSERT INTO t SELECT 1')).rejects.toThrow('Code: 497.')
    await expect(connection.run('DROP TABLE t')).rejects.toThrow('Code: 497.')
    await expect(connection.run("SELECT * FROM file('/etc/passwd', 'LineAsString')")).rejects.toThrow('Code: 497.')
    await expect(connection.run("DESCRIBE TABLE url('http://127.0.0.1:1/')")).rejects.toThrow('Code: 497.')
  } finally {
    connection.close()
    await database.close()
    await rm(dir, { recursive: true })
  }
})

test('classifies, isolates and reports as engine/chdb.ts expects of the pinned chDB', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'errata-chdb-'))
  const database = openDatabase(dir)
  const one = database.connect()
  const other = database.connect()
  try {
    await one.run("SET param_p = 'mine', readonly = 1")

    expect(Buffer.from((await one.run('SELECT {p:String}')).bytes).toString()).toBe('mine\n')
    await expect(other.run('SELECT {p:String}')).rejects.toThrow('Code: 456.')
    await expect(one.run('CREATE DATABASE d')).rejects.toThrow('Code: 164.')
    expect(await one.classify('SELECT 1')).toMatchObject({ statementCount: 1, queryClass: READ_ONLY })
    expect(await one.classify('DROP TABLE a; DROP TABLE b')).toMatchObject({ statementCount: 2, queryClass: MUTATING })
    expect(await one.classify("SELECT 1 INTO OUTFILE 'x'")).toMatchObject({ statementCount: 1, queryClass: CONTROL })
    expect(await one.classify('GARBAGE x y z')).toMatchObject({ statementCount: 0 })
    expect(await one.run('SELECT * FROM numbers(5)')).toMatchObject({ rowsRead: 5 })
  } finally {
    one.close()
    other.close()
    await database.close()
    await rm(dir, { recursive: true })
  }
})
