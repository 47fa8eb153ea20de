/**
 * Tables of `system` that a user without rights may read, and the columns of each that tell paths of the machine.
 * All other databases hold telemetry and may be read.
 */
const SYSTEM_TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['one', []],
  ['numbers', []],
  ['numbers_mt', []],
  ['zeros', []],
  ['zeros_mt', []],
  ['databases', ['data_path', 'metadata_path', 'engine_full']],
  ['tables', ['data_paths', 'metadata_path']],
  ['columns', []],
  ['parts', ['path']],
  ['settings', []],
  // Which errors there were lately, without what they said: messages quote statements.
  ['errors', ['last_error_message', 'last_error_format_string', 'last_error_trace', 'query_id']],
  ['functions', []],
  ['aggregate_function_combinators', []],
  ['table_functions', []],
  ['table_engines', []],
  ['formats', []],
  ['data_type_families', []],
  ['time_zones', []],
])

const OF_THE_SERVER = new Set(['system', 'information_schema'])

/** True for a database whose tables tell of the server itself. */
export const isServerDatabase = (name: string): boolean => OF_THE_SERVER.has(name.toLowerCase())

/** Judges a name as it stands in a statement: `otel.otel_logs`, `system.tables`, `system.tables.name`, or a column's. */
export function isForbiddenTable(name: string): boolean {
  const [database = '', table] = name.split('.')
  return table !== undefined && isServerDatabase(database) && !(database === 'system' && SYSTEM_TABLES.has(table))
}

/** Columns of the named table that must not be read; none for most. */
export function hiddenColumnsOf(name: string): readonly string[] {
  const [database, table = ''] = name.split('.')
  return database === 'system' ? (SYSTEM_TABLES.get(table) ?? []) : []
}

/** Names of the allowed tables of `system` with the columns that stay hidden, for the test that reads them all. */
export const readableSystemTables = (): [string, readonly string[]][] => [...SYSTEM_TABLES]
