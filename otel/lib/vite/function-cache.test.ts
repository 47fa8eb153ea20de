import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFunctionCache } from './function-cache.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'errata-function-cache-'))
  file = join(dir, 'cache/functions.json')
})
afterEach(() => rmSync(dir, { recursive: true }))

const table = { names: ['pay'], ranges: [0, 0, 0, 9, 0] }

/** One build: the sources that it reads anew. */
function build(sources: readonly string[], at = file): string[] {
  const cache = openFunctionCache(at)
  const read: string[] = []
  for (const source of sources) {
    const found = cache.get(source, () => {
      read.push(source)
      return source === 'unreadable' ? null : table
    })
    expect(found).toEqual(source === 'unreadable' ? null : table)
  }
  cache.save()
  return read
}

test('a source is read once, in one build and in those after it, until its text changes', () => {
  expect(build(['a', 'b', 'a', 'unreadable'])).toEqual(['a', 'b', 'unreadable'])
  expect(build(['b', 'a', 'unreadable'])).toEqual([])
  expect(build(['b', 'a changed'])).toEqual(['a changed'])
  expect(build(['a', 'b', 'a changed', 'unreadable'])).toEqual([])
  expect(readdirSync(join(dir, 'cache'))).toEqual(['functions.json'])
})

test('what another version of the package has read is read anew', () => {
  build(['a'])
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version":"[^"]*"/, '"version":"0.0.1"'))
  expect(build(['a'])).toEqual(['a'])
})

test.each(['', '{', 'null', '[]', '{"version":1}'])('a file with the text %j costs only time', text => {
  build(['a'])
  writeFileSync(file, text)
  expect(build(['a'])).toEqual(['a'])
  expect(build(['a'])).toEqual([])
})

test('a folder that cannot be written costs only time', () => {
  writeFileSync(join(dir, 'no-folder'), '')
  const at = join(dir, 'no-folder/functions.json')
  expect([build(['a'], at), build(['a'], at)]).toEqual([['a'], ['a']])
})
