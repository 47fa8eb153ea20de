import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const STORE = join(import.meta.dirname, '../../store')

/** The query files of store/, such as `traces/list-spans.sql`. */
export const queryFiles = globSync('*/*.sql', { cwd: STORE })
  .filter(file => !file.startsWith('schema'))
  .sort()

export const readStoreFile = (file: string) => readFileSync(join(STORE, file), 'utf8')

/** A query as it runs by hand, with the expressions of its file. */
export const readQuery = (file: string) => readStoreFile(file).replaceAll(/\/\* \w+ \*\/ /g, '')

/** Names and types of a query's parameters. */
export const listQueryParams = (sql: string) =>
  [...sql.matchAll(/\{(\w+):([\w()]+)\}/g)].map(([, name = '', type = '']) => ({ name, type }))
