import { ClickHouseError } from '@clickhouse/client'
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { StoreError } from './store-error.ts'

/** Database conventions, stable but for the number of rows. @see https://opentelemetry.io/docs/specs/semconv/database/ */
const ATTR_DB_SYSTEM_NAME = 'db.system.name'
const ATTR_DB_NAMESPACE = 'db.namespace'
const ATTR_DB_OPERATION_NAME = 'db.operation.name'
const ATTR_DB_QUERY_SUMMARY = 'db.query.summary'
const ATTR_DB_QUERY_TEXT = 'db.query.text'
const ATTR_DB_RESPONSE_STATUS_CODE = 'db.response.status_code'
const ATTR_DB_RESPONSE_RETURNED_ROWS = 'db.response.returned_rows'
const ATTR_SERVER_ADDRESS = 'server.address'
const ATTR_SERVER_PORT = 'server.port'
const ATTR_ERROR_TYPE = 'error.type'

const tracer = trace.getTracer('errata-store')

/** Span attributes shared by all queries of a database. */
export function databaseSpanAttributes(url: string, database: string): Attributes {
  const { hostname, port, protocol } = new URL(url)
  return {
    [ATTR_DB_SYSTEM_NAME]: 'clickhouse',
    [ATTR_DB_NAMESPACE]: database,
    [ATTR_SERVER_ADDRESS]: hostname,
    [ATTR_SERVER_PORT]: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}

/**
 * Makes one CLIENT span for a query, from the first attempt to the decoded rows. A query outside a span makes none, or every poll would be a
 * trace.
 *
 * The client's own `tracer` would make two spans named `clickhouse.query` and `clickhouse.query.stream`, one pair for each attempt, without SQL
 * and without ClickHouse's code of an error, and would send no trace context: trace-query.test.ts.
 *
 * The HTTP request makes no span, because it would add nothing: it runs without a span in its context, which its instrumentation requires.
 * e2e/visit/one-trace.ts holds that. The trace context is still sent to the database.
 *
 * @param answer Gets the headers with the trace context; throws {@link StoreError}, or the caller's own reason when aborted.
 * @see https://opentelemetry.io/docs/specs/semconv/database/database-spans/
 */
export async function runInQuerySpan<Row>(
  {
    name,
    sql,
    operation = 'SELECT',
  }: { readonly name: string; readonly sql: string; readonly operation?: 'SELECT' | 'INSERT' },
  database: Attributes,
  answer: (headers: Record<string, string>) => Promise<Row[]>,
): Promise<Row[]> {
  const caller = context.active()
  if (trace.getSpan(caller) === undefined) return answer({})
  const attributes = {
    ...database,
    [ATTR_DB_OPERATION_NAME]: operation,
    [ATTR_DB_QUERY_SUMMARY]: name,
    // Static text: values travel as parameters.
    [ATTR_DB_QUERY_TEXT]: sql,
  }
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, caller)
  const headers = {}
  propagation.inject(trace.setSpan(caller, span), headers)
  try {
    const rows = await context.with(trace.deleteSpan(caller), () => answer(headers))
    span.setAttribute(ATTR_DB_RESPONSE_RETURNED_ROWS, rows.length)
    return rows
  } catch (error) {
    if (error instanceof StoreError) recordFailure(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** @see https://opentelemetry.io/docs/specs/semconv/general/recording-errors/ */
function recordFailure(span: Span, error: StoreError): void {
  const code = error.cause instanceof ClickHouseError ? error.cause.code : undefined
  if (code !== undefined) span.setAttribute(ATTR_DB_RESPONSE_STATUS_CODE, code)
  span.setAttribute(ATTR_ERROR_TYPE, code ?? error.kind)
  span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
}
