import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  ALL_SPANS,
  ask,
  type BackedUpFolder,
  makeBackedUpFolder,
  runErrata,
  SECRET,
  SPANS,
} from '../../test/backup/backed-up-folder.ts'

vi.setConfig({ testTimeout: 180_000 })

let made: BackedUpFolder
beforeAll(async () => {
  made = await makeBackedUpFolder()
}, 180_000)
afterAll(() => made[Symbol.dispose]())

test('a backup tells when it was taken, how much it has, and that the secret key is not in it', () => {
  expect(made.printed).toMatch(
    /^backed up at \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ, \d\d+ rows, states, rules and people included: \S+errata\.tar \([\d.]+ [KM]iB, [\d.]+ s\)\nThe secret key is not in it: [^\n]+\n$/,
  )
  expect(statSync(made.archive).mode & 0o777).toBe(0o600)
  expect(readFileSync(made.archive).includes(SECRET)).toBe(false)
})

test('a backup leaves nothing behind in the data folder', () => {
  expect(readdirSync(made.dataDir).sort()).toEqual(['engine', 'secret-key', 'stack.lock'])
  expect(readdirSync(join(made.dataDir, 'engine/chdb/backups'))).toEqual([])
})

test('a file that is there is not overwritten', async () => {
  const { code, stderr } = await runErrata(['backup', made.archive], made.dataDir)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${made.archive} is there already: choose another name, or remove it.\n`,
  })
})

test('it is restored into an empty folder, with all rows', async () => {
  const empty = join(made.folder, 'empty')
  const { code, stdout } = await runErrata(['restore', made.archive, '--without-key'], empty)

  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^restored to \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ, (\d+) of \1 rows, states, rules and people included\n$/,
    ),
  })
  expect(readdirSync(empty).sort()).toEqual(['engine', 'stack.lock'])
  expect((await ask(empty, SPANS))[0]).toBe(ALL_SPANS)
})

test('a folder with a database is refused, and stays as it is', async () => {
  const { code, stderr } = await runErrata(['restore', made.archive], made.dataDir)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${made.dataDir} has a database already: restore into another folder (ERRATA_DATA_DIR), or let --replace remove what it has.\n`,
  })
})

test('an archive that was cut off is refused in one sentence, and nothing is left of it', async () => {
  const cut = join(made.folder, 'cut.tar')
  writeFileSync(cut, readFileSync(made.archive))
  truncateSync(cut, Math.floor(statSync(cut).size / 2))
  const target = join(made.folder, 'cut')
  const { code, stderr } = await runErrata(['restore', cut, '--without-key'], target)

  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^The .*was cut off\.\n$/) })
  expect(existsSync(join(target, 'engine'))).toBe(false)
})

test('an archive of a newer schema is refused', async () => {
  const newer = join(made.folder, 'newer.tar')
  writeFileSync(newer, readFileSync(made.archive).toString('latin1').replace('"schema":200', '"schema":999'), 'latin1')
  const { code, stderr } = await runErrata(['restore', newer, '--without-key'], join(made.folder, 'newer'))

  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^\S+newer\.tar has schema 999, newer than this version knows \(\d+\): restore it with Errata .+ or newer\.\n$/,
    ),
  })
})

test('a folder that is no data folder is refused', async () => {
  const { stderr } = await runErrata(['copy', import.meta.dirname], made.dataDir)
  expect(stderr).toBe(`${import.meta.dirname} is no data folder of Errata: it has no engine/chdb.\n`)
})

test.each([['backup'], ['restore'], ['copy', 'one', 'two'], ['erase'], ['backup', 'x.tar', '--user', 'ann']])(
  '%j is answered with the usage',
  async (...args) => {
    expect((await runErrata(args, made.dataDir)).stderr).toMatch(/^Usage: npx errata (backup|restore|copy|erase) /)
  },
)

test('the archive is a tar file, with notes at its end', () => {
  expect(execFileSync('tar', ['-tf', made.archive], { encoding: 'utf8' }).trim().split('\n').at(-1)).toBe('errata.json')
})
