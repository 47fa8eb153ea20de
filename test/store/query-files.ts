import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertExpressions } from '../../search/insert-expressions.ts'
import { writeConventions } from '../../store/schema/conventions.ts'

const STORE = join(import.meta.dirname, '../../store')

/** The query files of store/, such as `traces/list-spans.sql`. */
export const queryFiles = globSync('*/*.sql', { cwd: STORE })
  .filter(file => !file.startsWith('schema'))
  .sort()

export const readStoreFile = (file: string) => readFileSync(join(STORE, file), 'utf8')

const told = writeConventions()

/** A query with the default expressions of its file. */
export const readQuery = (file: string) => insertExpressions(readStoreFile(file), name => told.get(name))

/** Names and types of a query's parameters. */
export const listQueryParams = (sql: string) =>
  [...sql.matchAll(/\{(\w+):([\w()]+)\}/g)].map(([, name = '', type = '']) => ({ name, type }))
