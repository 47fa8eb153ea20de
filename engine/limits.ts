import { availableParallelism, totalmem } from 'node:os'

const MIB = 1_048_576

/** Memory limit in bytes for statements, merges and caches together, as ClickHouse counts them. */
export const SERVER_MEMORY_BYTES = clamp(totalmem() * 0.4, 768 * MIB, 4096 * MIB)
/** Bytes that stay free on the disk of the data folder. */
export const MIN_FREE_DISK_BYTES = 64 * MIB
/** Bytes that sorting and grouping on disk leave free. */
export const MIN_FREE_DISK_BYTES_FOR_SPILLING = 1024 * MIB
/** clickhouse-go keeps its connections for an hour. */
export const KEEP_ALIVE_SECONDS = 65 * 60
export const MAX_CONNECTIONS = 1024
export const MAX_STATEMENTS = 100
/** How long running statements may take to end after SIGTERM. */
export const STATEMENT_DRAIN_MS = 10_000

const cores = availableParallelism()
const share = (ratio: number) => Math.floor(SERVER_MEMORY_BYTES * ratio)

/** A settings profile: defaults, limits that users may lower but not raise, and constants. */
export interface SettingsProfile {
  readonly defaults?: Readonly<Record<string, number>>
  readonly limits?: Readonly<Record<string, number>>
  readonly fixed?: Readonly<Record<string, number | string>>
}

/**
 * Settings that name a file to read or write, or an address to connect to. ClickHouse needs no grant for them: with `output_format_schema`
 * any statement could overwrite any file of this process. `break-in.test.ts` finds those that a new version adds.
 */
export const NO_FILES_BY_SETTINGS = {
  format_avro_schema_registry_url: '',
  format_schema: '',
  format_schema_source: 'file',
  format_template_resultset: '',
  format_template_row: '',
  input_format_record_errors_file_path: '',
  output_format_schema: '',
  rename_files_after_processing: '',
  s3queue_default_zookeeper_path: '/clickhouse/s3queue/',
  url_base: '',
}

/** Settings of a table with which whoever may create one would choose a folder or an address for its data, by `disk(…)`. */
export const NO_DISKS_BY_TABLES = ['merge_tree_disk', 'merge_tree_storage_policy'] as const

const spillSettings = { min_free_disk_space_for_temporary_data: MIN_FREE_DISK_BYTES_FOR_SPILLING }

/** Users who run SQL manually. */
export const READER_PROFILE: SettingsProfile = {
  defaults: { readonly: 2, cancel_http_readonly_queries_on_client_close: 1 },
  limits: {
    max_execution_time: 60,
    max_memory_usage: share(1 / 8),
    max_threads: Math.max(1, Math.floor(cores / 2)),
    max_result_rows: 10_000_000,
    max_temporary_data_on_disk_size_for_query: 1024 * MIB,
  },
  fixed: { ...NO_FILES_BY_SETTINGS, ...spillSettings, max_concurrent_queries_for_user: 16 },
}

/** The app, which limits each query itself within these. */
export const APP_PROFILE: SettingsProfile = {
  // How long a query of low priority waits before it checks again. Short, because pages wait for it.
  defaults: { cancel_http_readonly_queries_on_client_close: 1, low_priority_query_wait_time_ms: 100 },
  limits: {
    max_execution_time: 7200,
    max_memory_usage: 2048 * MIB,
    max_temporary_data_on_disk_size_for_query: 1024 * MIB,
  },
  fixed: { ...NO_FILES_BY_SETTINGS, ...spillSettings, max_concurrent_queries_for_user: 32 },
}

/** Writers. A 200 must mean stored, so `async_insert` (on by default) is off, and a client that turns it on waits for the insert. */
export const WRITER_PROFILE: SettingsProfile = {
  defaults: { async_insert: 0, max_memory_usage: share(0.6), max_temporary_data_on_disk_size_for_query: 4096 * MIB },
  fixed: { ...NO_FILES_BY_SETTINGS, ...spillSettings, wait_for_async_insert: 1, max_concurrent_queries_for_user: 24 },
}

/** `default`: nothing but the statement that keeps the server running (users.ts). */
export const DEFAULT_USER_PROFILE: SettingsProfile = { fixed: { max_concurrent_queries_for_all_users: 1 } }

function clamp(value: number, least: number, most: number): number {
  return Math.floor(Math.min(Math.max(value, least), most))
}
