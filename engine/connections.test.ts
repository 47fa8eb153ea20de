import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from './chdb.ts'
import { type Connections, createConnections, MOST_KEPT } from './connections.ts'
import { openDataFolder } from './data-folder.ts'
import type { EngineRequest } from './http-request.ts'
import { sharesOf } from './limits.ts'
import type { User } from './users.ts'

const share = sharesOf(60_000).desk
const dir = mkdtempSync(join(tmpdir(), 'errata-connections-'))
let database: Database
let connections: Connections

beforeAll(async () => {
  database = await openDataFolder(dir)
  const connection = database.connect()
  await connection.run('CREATE DATABASE one')
  await connection.run('CREATE DATABASE other')
  connection.close()
})
beforeEach(() => {
  connections?.close()
  connections = createConnections(database)
})
afterAll(async () => {
  connections.close()
  // Would wait for ever for one that nobody closed.
  await database.close()
  rmSync(dir, { recursive: true })
})

interface Asking {
  readonly user?: User
  readonly database?: string
  readonly params?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** What a statement answers, and the tag of the connection that it ran on. */
function ask(sql: string, { user = 'desk', params = {}, settings = {}, signal, ...asking }: Asking = {}) {
  const request: EngineRequest = {
    method: 'POST',
    path: '/',
    query: '',
    user: '',
    password: '',
    database: asking.database ?? '',
    queryId: '',
    defaultFormat: 'TabSeparated',
    params: new Map(Object.entries(params)),
    settings: new Map(Object.entries(settings)),
    wantsFrames: false,
    acceptEncoding: '',
    contentEncoding: '',
    wantsBlockInfo: false,
    wantsSession: false,
  }
  const given = { request, user, mayWrite: user === 'writer', share, signal: signal ?? new AbortController().signal }
  return connections.use(given, async ({ connection, tag }) => ({
    text: Buffer.from((await connection.run(sql)).bytes)
      .toString()
      // Its line end alone: what a parameter says may end in blanks.
      .replace(/\n$/, ''),
    tag,
  }))
}

test('a connection of the desk serves its next question of the same kind; a reader and the writer have their own', async () => {
  const desk = [await ask('SELECT 1'), await ask('SELECT 2')].map(({ tag }) => tag)
  const reader = [await ask('SELECT 1', { user: 'reader' }), await ask('SELECT 1', { user: 'reader' })]
  const writer = [await ask('SELECT 1', { user: 'writer' }), await ask('SELECT 1', { user: 'writer' })]

  expect(new Set(desk).size).toBe(1)
  expect(new Set([...reader, ...writer].map(({ tag }) => tag)).size).toBe(4)
})

test('two questions at a time have a connection each', async () => {
  const tags = await Promise.all([ask('SELECT sleep(0.2)'), ask('SELECT sleep(0.2)')])

  expect(new Set(tags.map(({ tag }) => tag)).size).toBe(2)
})

test('one whose statement failed or was given up is not kept', async () => {
  const { tag } = await ask('SELECT 1')
  await expect(ask("SELECT throwIf(1, 'no')")).rejects.toThrow('Code: 395')
  const after = await ask('SELECT 1')
  const given = new AbortController()
  const gaveUp = ask('SELECT sleep(0.2)', { signal: given.signal })
  given.abort()
  const { tag: killed } = await gaveUp

  expect(after.tag).not.toBe(tag)
  expect(killed).toBe(after.tag)
  expect((await ask('SELECT 1')).tag).not.toBe(killed)
})

test('no statement changes what a kept connection was bound to; those that could take its role back never come here', async () => {
  await ask('SELECT 1')
  for (const sql of ['SET readonly = 0', 'SET max_threads = 99', "SET log_comment = 'mine'", 'CREATE DATABASE d']) {
    await expect(ask(sql), sql).rejects.toThrow(/Code: (164|497)/)
  }
})

test('keeps so many and no more, and closes those that were used longest ago', async () => {
  const { tag } = await ask('SELECT 1')
  for (let nth = 0; nth < MOST_KEPT; nth++) await ask('SELECT 1', { params: { [`p${nth}`]: '' } })

  expect((await ask('SELECT 1')).tag).not.toBe(tag)
})

const names = fc.constantFrom('a', 'b', 'c')
const asking = fc.record({
  user: fc.constantFrom<User>('desk', 'desk', 'desk', 'reader'),
  database: fc.constantFrom('', 'one', 'other'),
  params: fc.dictionary(
    names,
    fc.string({ maxLength: 12, unit: 'binary' }).map(text => text.replaceAll(/[\t\n\r\0\b\f\\]/g, '')),
    {
      noNullPrototype: true,
    },
  ),
  settings: fc.dictionary(fc.constant('max_block_size'), fc.constantFrom('1000', '2000'), { noNullPrototype: true }),
  fails: fc.boolean(),
})

test('whatever was asked before, a question has its own database, settings and parameters and no others', async () => {
  const sql = "SELECT currentDatabase(), getSetting('max_block_size')"
  const told = async (name: string, given: Asking) =>
    ask(`SELECT {${name}:String}`, given).then(
      ({ text }) => text,
      (error: Error) => /Code: \d+/.exec(error.message)?.[0],
    )
  const ofNobody = (await ask(sql, { user: 'reader' })).text.split('\t')[1]

  await fc.assert(
    fc.asyncProperty(fc.array(asking, { minLength: 2, maxLength: 8 }), async many => {
      for (const { fails, ...given } of many) {
        if (fails) await expect(ask("SELECT throwIf(1, 'no')", given)).rejects.toThrow('Code: 395')
        const { text } = await ask(sql, given)
        expect(text).toBe(`${given.database || 'default'}\t${given.settings['max_block_size'] ?? ofNobody}`)
        for (const name of ['a', 'b', 'c']) {
          expect(await told(name, given)).toBe(name in given.params ? given.params[name] : 'Code: 456')
        }
      }
    }),
    { numRuns: 60 },
  )
})
