import { EngineError } from '../error-reply.ts'

/**
 * Settings that a user without rights may give in the URL: bounds, how the result is written, how a query reads and joins.
 * None names a file, a host, a table or a piece of SQL, and none changes what the parser understands.
 */
export const READER_SETTINGS: ReadonlySet<string> = new Set([
  // Bounds. The engine's own are never exceeded.
  ...[
    'max_execution_time',
    'max_memory_usage',
    'max_threads',
    'max_block_size',
    'timeout_overflow_mode',
    'limit',
    'offset',
  ],
  ...[
    'max_result_rows',
    'max_result_bytes',
    'result_overflow_mode',
    'max_rows_to_read',
    'max_bytes_to_read',
    'read_overflow_mode',
  ],
  ...[
    'max_rows_to_group_by',
    'group_by_overflow_mode',
    'max_bytes_before_external_group_by',
    'max_bytes_before_external_sort',
  ],
  // What clients send of themselves; the engine does it in its own way.
  ...[
    'cancel_http_readonly_queries_on_client_close',
    'send_progress_in_http_headers',
    'http_headers_progress_interval_ms',
  ],
  // Of the desk alone: nobody else says what comes first.
  'priority',
  ...['http_write_exception_in_output_format', 'http_response_buffer_size', 'log_queries'],
  // How values are written.
  ...[
    'date_time_output_format',
    'session_timezone',
    'output_format_write_statistics',
    'output_format_parallel_formatting',
  ],
  ...[
    'output_format_json_quote_64bit_integers',
    'output_format_json_quote_64bit_floats',
    'output_format_json_quote_decimals',
  ],
  ...[
    'output_format_json_quote_denormals',
    'output_format_json_named_tuples_as_objects',
    'output_format_json_escape_forward_slashes',
  ],
  ...['output_format_json_array_of_rows', 'output_format_json_validate_utf8', 'output_format_decimal_trailing_zeros'],
  ...['output_format_native_encode_types_in_binary_format', 'output_format_native_write_json_as_string'],
  ...[
    'output_format_binary_write_json_as_string',
    'output_format_csv_crlf_end_of_line',
    'output_format_tsv_crlf_end_of_line',
  ],
  ...[
    'output_format_pretty_color',
    'output_format_pretty_max_rows',
    'output_format_pretty_row_numbers',
    'extremes',
    'totals_mode',
  ],
  // How values are read and compared.
  ...['date_time_input_format', 'cast_keep_nullable', 'union_default_mode', 'join_use_nulls', 'group_by_use_nulls'],
  ...[
    'transform_null_in',
    'aggregate_functions_null_for_empty',
    'count_distinct_implementation',
    'prefer_column_name_to_alias',
  ],
  ...['asterisk_include_alias_columns', 'asterisk_include_materialized_columns', 'final'],
  // How a query goes about its work.
  ...[
    'join_algorithm',
    'optimize_read_in_order',
    'optimize_aggregation_in_order',
    'optimize_move_to_prewhere',
    'use_skip_indexes',
  ],
  ...['force_primary_key', 'force_index_by_date', 'do_not_merge_across_partitions_select_final'],
])

/** @throws {EngineError} 164 for any other setting, as a server with `readonly = 1` does. */
export function judgeSettings(names: Iterable<string>): void {
  for (const name of names) {
    if (!READER_SETTINGS.has(name)) {
      throw new EngineError(164, 'READONLY', `Cannot modify '${name}' setting in readonly mode`)
    }
  }
}
