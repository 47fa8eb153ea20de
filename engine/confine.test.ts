import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { spawnEngine, startEngine, type TestEngine } from '../test/engine/start-engine.ts'

// Ways to files of this machine that take no grant, with the password of each user, the administrator's too.

vi.setConfig({ testTimeout: 60_000 })

const LINUX = process.platform === 'linux'
const USERS = ['reader', 'desk', 'collector', 'schema', 'maps', 'writer'] as const

let engine: TestEngine
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-elsewhere-'))
  await writeFile(join(folder, 'secret'), 'of this machine')
  engine = await startEngine({ args: LINUX ? ['--sandbox', 'required'] : [] })
  await engine.send({ body: 'CREATE DATABASE otel' })
  await engine.send({ body: "CREATE TABLE otel.t (s String) ENGINE = MergeTree ORDER BY s AS SELECT 'stored'" })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Settings that name a file or an address. The statement must not even begin. */
const BY_SETTINGS: readonly (readonly [format: string, setting: string, value: () => string])[] = [
  ['Template', 'format_template_resultset', () => join(folder, 'secret')],
  ['Template', 'format_template_row', () => join(folder, 'secret')],
  ['Protobuf', 'format_schema', () => `${folder}/secret:M`],
  ['Protobuf', 'format_schema_source', () => 'string'],
  ['Protobuf', 'output_format_schema', () => join(folder, 'written')],
  ['CapnProto', 'output_format_schema', () => join(folder, 'written')],
  ['CSV', 'input_format_record_errors_file_path', () => join(folder, 'written')],
  ['AvroConfluent', 'format_avro_schema_registry_url', () => 'http://127.0.0.1:1'],
  ['CSV', 'rename_files_after_processing', () => 'written'],
  ['CSV', 'url_base', () => 'http://127.0.0.1:1'],
]

describe.each(USERS)('with the password of the %s', as => {
  test.each(BY_SETTINGS)('no statement in format %s uses the setting %s', async (format, setting, value) => {
    const body = `SELECT 1 AS x FORMAT ${format}`
    const inText = { body: `${body} SETTINGS ${setting} = '${value()}'`, as }
    const inUrl = { body, query: { [setting]: value() }, as }
    const pastItsProfile = { body, query: { profile: 'default', [setting]: value() }, as }

    for (const way of [inText, inUrl, pastItsProfile]) {
      const { headers, text } = await engine.send(way)
      expect(headers['x-clickhouse-exception-code'], text).toBe('452')
    }
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test('every setting that holds text is a constant, or names no file and no address', async () => {
    const { text } = await engine.send({
      body: "SELECT name FROM system.settings WHERE NOT readonly AND type IN ('String', 'URI', 'Map') ORDER BY name FORMAT JSONCompactStrings",
      as,
    })
    const free = (JSON.parse(text) as { data: [string][] }).data.flat()

    // A setting of a new version: find out what it does, then add it here or to NO_FILES_BY_SETTINGS.
    expect(free.filter(name => !NAMES_NO_FILE.has(name))).toEqual([])
  })

  test('every other setting whose name sounds like a file or an address is a number or a choice', async () => {
    const { text } = await engine.send({
      body: `SELECT DISTINCT type FROM system.settings
        WHERE NOT readonly AND match(name, '(path|file|url|uri|schema|dir|template)s?$') ORDER BY type`,
      as,
    })

    expect(['Bool', 'NonZeroUInt64', 'UInt64']).toEqual(expect.arrayContaining(text.trim().split('\n')))
  })
})

/** Settings with text that is a name, a list, a pattern or a separator within the statement's own data. */
const NAMES_NO_FILE = new Set([
  ...['additional_result_filter', 'additional_table_filters', 'implicit_table_at_top_level'],
  ...['ai_function_embedding_default_credentials', 'ai_function_text_default_credentials'],
  ...['bool_false_representation', 'bool_true_representation', 'chdb_client_name', 'cluster_for_parallel_replicas'],
  ...['column_names_for_schema_inference', 'schema_inference_hints', 'compatibility', 'count_distinct_implementation'],
  ...['default_view_definer', 'distributed_cache_file_cache_name', 'distributed_plan_force_exchange_kind'],
  ...['errors_output_format', 'exclude_materialize_skip_indexes_on_insert', 'filesystem_cache_name'],
  ...['force_data_skipping_indices', 'force_optimize_projection_name', 'ignore_data_skipping_indices'],
  ...['format_csv_null_representation', 'format_tsv_null_representation', 'format_regexp'],
  ...['format_custom_field_delimiter', 'format_custom_result_after_delimiter', 'format_custom_result_before_delimiter'],
  ...['format_custom_row_after_delimiter', 'format_custom_row_before_delimiter', 'format_custom_row_between_delimiter'],
  ...['format_json_object_each_row_column_for_object_name', 'format_schema_message_name'],
  // The text of a template itself.
  ...['format_template_resultset_format', 'format_template_row_format', 'format_template_rows_between_delimiter'],
  ...['function_implementation', 'http_response_headers', 'iceberg_metadata_compression_method'],
  ...['input_format_mysql_dump_table_name', 'input_format_orc_reader_time_zone_name', 'insert_deduplication_token'],
  ...['local_filesystem_read_method', 'remote_filesystem_read_method', 'log_comment', 'metrics_perf_events_list'],
  ...['network_compression_method', 'output_format_avro_codec', 'output_format_avro_confluent_subject'],
  ...['output_format_avro_string_column_pattern', 'output_format_image_terminal_mode'],
  ...['output_format_orc_writer_time_zone_name', 'output_format_pretty_grid_charset'],
  ...['output_format_sql_insert_table_name', 'parallel_replicas_custom_key', 'polyglot_dialect'],
  ...['preferred_optimize_projection_name', 'promql_database', 'promql_table', 'query_cache_tag'],
  ...['send_logs_source_regexp', 'stream_like_engine_insert_queue', 'temporary_files_codec'],
  ...['trace_profile_events_list', 'workload'],
])

describe.runIf(LINUX).each(USERS)('confined, with the password of the %s', as => {
  const errors = async (...statements: string[]) => {
    const replies = await Promise.all(statements.map(body => engine.send({ body, as })))
    return replies.map(({ text }) => text)
  }
  const PERMISSION_DENIED = /^Code: 76\..*Permission denied/s

  test.each<[string, () => string]>([
    ['a file of this machine', () => join(folder, 'secret')],
    ['the passwords', () => join(engine.dataDir, 'passwords', 'errata_admin')],
    ['the passwords by way of its own folder', () => `${engine.dataDir}/chdb/../passwords/errata_admin`],
    [
      'the passwords by way of the root of the process',
      () => `/proc/self/root${engine.dataDir}/passwords/errata_admin`,
    ],
    ['the users of the machine', () => '/etc/passwd'],
    ['a file of the clone', () => 'package.json'],
    ['the environment of another process', () => `/proc/${process.pid}/environ`],
    ['the arguments of another process', () => `/proc/${process.pid}/cmdline`],
  ])('no statement reads %s', async (_what, file) => {
    const [read = '', explained = '', bayes = ''] = await errors(
      `SELECT file('${file()}')`,
      `EXPLAIN SELECT file('${file()}')`,
      `SELECT naiveBayesClassifier('${file()}', 'a')`,
    )
    expect(read).toMatch(PERMISSION_DENIED)
    expect(explained).toMatch(PERMISSION_DENIED)
    // It takes what is no absolute, normal path for the name of a dictionary.
    expect(bayes).toMatch(/^Code: (76\..*Permission denied|36\..*not found)/s)
  })

  test('no statement reads the environment of the engine', async () => {
    expect(await errors("SELECT file('/proc/self/environ')")).toEqual([expect.stringMatching(/^(\\0)*\n$/)])
  })

  test('no statement reads the configuration, which holds the passwords', () => {
    expect(readdirSync(join(engine.dataDir, 'start'))).toEqual([])
  })

  test('no statement waits in a pipe that the engine has for long', async () => {
    const descriptors = readdirSync(`/proc/${engine.pid}/fd`)
    // The engine may have closed one since it was listed.
    const pipes = descriptors.filter(descriptor =>
      statSync(`/proc/${engine.pid}/fd/${descriptor}`, { throwIfNoEntry: false })?.isFIFO(),
    )

    expect(pipes.length).toBeGreaterThan(5)
    for (const text of await errors(...pipes.map(each => `SELECT file('/proc/self/fd/${each}')`))) {
      expect(text).toMatch(PERMISSION_DENIED)
    }
  })

  test.each<[string, () => string]>([
    ['elsewhere', () => join(folder, 'created')],
    ["among ClickHouse's own definitions", () => join(engine.dataDir, 'chdb/metadata/created.sql')],
    ['in the part of a table', () => join(globSync(`${engine.dataDir}/chdb/store/*/*/all_*`)[0] ?? '', 'created')],
  ])('no statement creates a file %s', async (_where, file) => {
    await errors(`SELECT * FROM sqlite('${file()}', 't')`, `SELECT * FROM sqlite('file:${file()}?mode=rwc', 't')`)

    expect(globSync([`${folder}/*`, `${engine.dataDir}/chdb/**/*created*`])).toEqual([join(folder, 'secret')])
  })

  test
    .runIf(as !== 'writer')
    .each([
      ...["File(CSV, '/tmp/a')", "URL('http://127.0.0.1:1/', CSV)", "S3('http://127.0.0.1:1/', CSV)"],
      ...["MySQL('127.0.0.1:1', 'a', 'b', 'c', 'd')", "SQLite('/tmp/a', 'b')", "Executable('a', CSV)", 'Log', 'Memory'],
    ])('no statement makes a table of the engine %s', async description => {
    const [text] = await errors(`CREATE TABLE otel.f (s String) ENGINE = ${description}`)

    expect(text).toMatch(/^Code: 497\./)
  })
})

test.each([
  "disk(type = web, endpoint = 'http://127.0.0.1:1/a/')",
  "disk(type = s3, endpoint = 'http://127.0.0.1:1/bucket/a/', access_key_id = 'a', secret_access_key = 'b')",
])('no table is stored on a disk of its own: %s', async disk => {
  for (const as of ['schema', 'writer'] as const) {
    const body = `CREATE TABLE otel.d (s String) ENGINE = MergeTree ORDER BY s SETTINGS disk = ${disk}`
    const { headers, text } = await engine.send({ body, as })

    expect(headers['x-clickhouse-exception-code'], text).toBe('452')
  }
})

describe.runIf(LINUX)('confined', () => {
  test('every thread of ClickHouse is', () => {
    const tasks = `/proc/${engine.pid}/task`
    const names = readdirSync(tasks)
      .filter(task => /NoNewPrivs:\s*0/.test(readFileSync(join(tasks, task, 'status'), 'utf8')))
      .map(task => readFileSync(join(tasks, task, 'comm'), 'utf8').trim())

    // Node's own, which run no statement.
    expect(new Set(names)).toEqual(new Set(['DelayedTaskSche', 'SignalInspector', 'V8Worker']))
  })

  test('threads that were there before are not taken for it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'errata-confine-'))
    const code = 'import { readFile } from "node:fs/promises"; await readFile("/proc/version")'
    const node = ['env', `NODE_OPTIONS=--import=data:text/javascript,${encodeURIComponent(code)}`]
    const { gone } = spawnEngine(['--data-dir', dataDir, '--port', '0', '--sandbox', 'required'], node)

    expect(await gone).toMatchObject({ code: 1, printed: expect.stringContaining('a thread was there before') })
    await rm(dataDir, { recursive: true })
  })

  test('it stores, merges and changes tables as before', async () => {
    await engine.send({ body: "INSERT INTO otel.t VALUES ('a'), ('b')" })
    await engine.send({ body: 'ALTER TABLE otel.t ADD COLUMN n UInt8 DEFAULT 1', query: { mutations_sync: '1' } })
    await engine.send({ body: "ALTER TABLE otel.t DELETE WHERE s = 'a'", query: { mutations_sync: '1' } })
    await engine.send({ body: 'OPTIMIZE TABLE otel.t FINAL' })

    expect((await engine.send({ body: 'SELECT s, n FROM otel.t ORDER BY s' })).text).toBe('b\t1\nstored\t1\n')
  })
})
