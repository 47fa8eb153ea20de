import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { poll } from '../test/poll.ts'
import { openLogFile } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('lines that cannot be written are counted in their place, and later ones are kept', async () => {
  const file = join(folder, 'not-yet-there', 'engine.log')
  const heard: string[] = []
  const log = openLogFile(file, {
    fails: what => heard.push(`fails ${what}`),
    works: what => heard.push(`works ${what}`),
  })
  log.write('one')
  log.write('two')
  await poll(
    () => heard,
    all => all.includes(`fails ${file}`),
  )
  mkdirSync(join(folder, 'not-yet-there'))
  const text = await poll(
    () => (heard.includes(`works ${file}`) ? readFileSync(file, 'utf8') : ''),
    it => it !== '',
  )
  expect(text).toBe('(lines that could not be written here: 1)\ntwo\n')
  log.write('three')
  await poll(
    () => readFileSync(file, 'utf8'),
    it => it.endsWith('\nthree\n'),
  )
  log.end()
})

test('a log of 16 MiB is rotated to one previous file', async () => {
  const file = join(folder, 'desk.log')
  const log = openLogFile(file, { fails: () => {}, works: () => {} })
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const line = 'x'.repeat(2 ** 20 - 1)
  for (let i = 1; i <= 18; i++) {
    log.write(line)
    await poll(
      () => size(file) + size(`${file}.1`),
      bytes => bytes === i * 2 ** 20,
    )
  }
  expect([size(file), size(`${file}.1`)]).toEqual([1 * 2 ** 20, 17 * 2 ** 20])
  log.end()
})
