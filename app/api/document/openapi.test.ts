import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROBLEMS } from '../define/problem.ts'
import { OPERATIONS } from '../operations.ts'
import { findBreakingChanges } from './find-breaking-changes.ts'
import { writeDocument } from './write-document.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const FILE = join(DOCS, 'openapi.json')

test('docs/openapi.json has the operations as they are, and breaks no program written by it: vitest -u writes what only grows', async () => {
  const document = writeDocument(OPERATIONS)
  const committed: unknown = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
  // Before it is written: an update does not hide what it breaks.
  expect(findBreakingChanges(committed, JSON.parse(JSON.stringify(document)))).toEqual([])
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(FILE)
})

test('every operation has an id of its own', () => {
  const ids = OPERATIONS.map(({ id }) => id)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})

test('every parameter of a path is declared', () => {
  const undeclared = OPERATIONS.filter(({ path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    return named.toSorted().join() !== Object.keys(params.shape).toSorted().join()
  })
  expect(undeclared.map(({ id }) => id)).toEqual([])
})

test('docs/api.md explains every problem', () => {
  const text = readFileSync(join(DOCS, 'api.md'), 'utf8')
  expect(Object.keys(PROBLEMS).filter(kind => !text.includes(`\n### ${kind}\n`))).toEqual([])
})
