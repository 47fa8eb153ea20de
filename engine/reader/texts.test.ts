import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Connection, openDatabase } from '../chdb.ts'
import { quoteString } from '../sql-text.ts'
import { judgeName } from './judge-name.ts'

// Some functions parse a text and evaluate what is in it: parameters of an aggregate function that the text names, defaults of columns
// that it describes. There `file()` hides from every parse of the statement. This calls each function with such texts, as a user with
// all rights, and looks whether the file was opened.

vi.setConfig({ testTimeout: 300_000 })

const dir = mkdtempSync(join(tmpdir(), 'errata-texts-'))
const database = openDatabase(join(dir, 'chdb'))
const connection = database.connect()
afterAll(async () => {
  connection.close()
  await database.close()
  rmSync(dir, { recursive: true })
})

const secret = join(dir, 'secret')
writeFileSync(secret, 'CANARY')
const longAgo = new Date(1e12)

/** Texts that are an expression, an aggregate function's call, and a description of a column; none can be evaluated without the file. */
const reading = `toUInt8(file(${quoteString(secret)}))`
const texts = [reading, `a UInt8 DEFAULT ${reading}`].map(quoteString)
const callsOf = (name: string) =>
  texts.flatMap(text => [
    `${name}(${text})`,
    `${name}(${text}, [1])`,
    `${name}(${text}, [(1, 1)], [1])`,
    `${name}('a', ${text})`,
    `${name}('a', 1, ${text})`,
    `${name}(${text})(1)`,
  ])

/** @returns the calls that opened the file. An evaluation that was given up without a word shows in the time of its last access. */
async function openingCalls(on: Connection, calls: readonly string[]): Promise<string[]> {
  const opening: string[] = []
  for (const call of calls) {
    utimesSync(secret, longAgo, new Date())
    const error = await on.run(`SELECT ${call}`).then(
      () => '',
      (reason: unknown) => String(reason),
    )
    if (error.includes('CANARY') || statSync(secret).atimeMs !== longAgo.getTime()) opening.push(call)
  }
  return opening
}

test.each(['arrayReduce', 'arrayReduceInRanges', 'initializeAggregation', 'structureToProtobufSchema'])(
  'finds that %s evaluates a text, and it is refused',
  async name => {
    expect(await openingCalls(connection, callsOf(name))).not.toEqual([])
    expect(judgeName('function', name)).toMatchObject({ refused: expect.stringContaining('text') })
  },
)

test('no function that a reader may call evaluates a text', async () => {
  await connection.run('SET max_memory_usage = 300000000, max_execution_time = 5')
  const { bytes } = await connection.run('SELECT name FROM system.functions')
  const names = Buffer.from(bytes).toString().trim().split('\n')
  const allowed = names.filter(name => judgeName('function', name) === 'allowed')

  expect(allowed.length).toBeGreaterThan(1500)
  expect(await openingCalls(connection, allowed.flatMap(callsOf))).toEqual([])
})
