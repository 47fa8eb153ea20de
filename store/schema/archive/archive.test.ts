import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { ArchiveError, readArchive, sealArchive, unpackArchive } from './archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

const notes = { errata: '0.3.0', schema: 200, takenMs: 1_796_002_905_894, underWayMs: 1_796_002_904_894, keyMark: '' }

let made = 0

/** A tar file such as BACKUP writes, by tar itself: the second part's count is stored once, as that of the first. */
function makeBackup(): string {
  const content = join(folder, `content-${++made}`)
  mkdirSync(join(content, 'data/otel/otel_logs/20261130_1_1_0'), { recursive: true })
  writeFileSync(join(content, 'data/otel/otel_logs/20261130_1_1_0/count.txt'), '1200')
  const part = (name: string, rest = '') =>
    `<file><name>data/otel/otel_logs/${name}/count.txt</name><size>4</size>${rest}</file>`
  const again = '<data_file>data/otel/otel_logs/20261130_1_1_0/count.txt</data_file>'
  writeFileSync(
    join(content, '.backup'),
    `<contents>${part('20261130_1_1_0')}${part('20261130_2_2_0', again)}</contents>`,
  )
  const file = join(folder, `${made}.tar`)
  execFileSync('tar', ['--format=ustar', '-cf', file, '-C', content, 'data', '.backup'])
  return file
}

test('the rows of a table are those of its parts, also where two have one file', () => {
  expect(sealArchive(makeBackup(), notes).rows).toEqual({ otel_logs: 2400 })
})

test('what was sealed is read again', () => {
  const file = makeBackup()
  const sealed = sealArchive(file, { ...notes, keyMark: '0f', secretKey: 'k'.repeat(40) })
  expect(readArchive(file)).toEqual(sealed)
})

test('tar lists the notes last, and unpacks them', () => {
  const file = makeBackup()
  sealArchive(file, notes)
  expect(execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n').at(-1)).toBe('errata.json')
  expect(JSON.parse(execFileSync('tar', ['-xOf', file, 'errata.json'], { encoding: 'utf8' }))).toMatchObject(notes)
})

test('unpacking gives the files that tar gives', () => {
  const file = makeBackup()
  sealArchive(file, notes)
  const [own, tars] = [join(folder, `own-${made}`), join(folder, `tars-${made}`)]
  unpackArchive(file, own)
  mkdirSync(tars)
  execFileSync('tar', ['-xf', file, '-C', tars])
  expect(execFileSync('diff', ['-r', own, tars], { encoding: 'utf8' })).toBe('')
  expect(readFileSync(join(own, 'data/otel/otel_logs/20261130_1_1_0/count.txt'), 'utf8')).toBe('1200')
})

test('an archive that was cut off anywhere is refused', () => {
  const file = makeBackup()
  sealArchive(file, notes)
  const whole = readFileSync(file)
  const cut = join(folder, 'cut.tar')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: statSync(file).size - 1024 }), bytes => {
      writeFileSync(cut, whole)
      truncateSync(cut, bytes)
      expect(() => readArchive(cut)).toThrow(ArchiveError)
    }),
  )
})

test('a tar file of another origin is refused', () => {
  const file = join(folder, 'other.tar')
  execFileSync('tar', ['-cf', file, '-C', import.meta.dirname, 'archive.ts'])
  expect(() => readArchive(file)).toThrow('is no archive of npx errata backup')
  expect(() => sealArchive(file, notes)).toThrow('was not written by BACKUP of ClickHouse')
})
