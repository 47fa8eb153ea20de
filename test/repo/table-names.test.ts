import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'

const files = listFiles()
const text = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')

const tables = files
  .filter(file => /^store\/schema\/tables\/.*\.sql$/.test(file))
  .flatMap(file => [...text(file).matchAll(/CREATE TABLE IF NOT EXISTS \{\{database\}\}\.(\w+)/g)])
  .map(([, name = '']) => name)

/** These may name tables: checks of what is stored, and a published package, which imports nothing of the desk. */
const mayName = /^(e2e|bench|otel\/e2e)\/|\.test\.ts$|^otel\/lib\/cli\/upload-maps\.ts$/

test('TypeScript takes the names of tables from the schema', () => {
  // Names of one word, such as issues, are words of the field too.
  const name = new RegExp(`\\b(${tables.filter(table => table.includes('_')).join('|')})\\b`)
  const naming = files.filter(
    file =>
      /\.(ts|tsx|mjs)$/.test(file) &&
      !mayName.test(file) &&
      file !== 'store/schema/tables/table-names.ts' &&
      name.test(withoutComments(text(file))),
  )
  expect(tables.length).toBeGreaterThan(25)
  expect(naming).toEqual([])
})

test('every name is the name of a table', () => {
  expect(Object.values(TABLES).filter(name => !tables.includes(name))).toEqual([])
})

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$| \/\/ .*$/gm, '')
