/** Names of tables, for TypeScript; `.sql` files name theirs literally. */
export const TABLES = {
  spans: 'otel_traces',
  logs: 'otel_logs',
  sums: 'otel_metrics_sum',
  gauges: 'otel_metrics_gauge',
  spanSamples: 'span_samples',
  logSamples: 'log_samples',
  traceParts: 'trace_parts',
  operationActivity: 'operation_activity',
  noiseSpans: 'noise_spans',
  noiseLogs: 'noise_logs',
  issueEvents: 'issue_events',
  accountEvents: 'account_events',
  sourceMaps: 'source_maps',
} as const
