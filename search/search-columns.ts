import type { SearchSubject } from './search.ts'

/** What the keys of a subject are in its table: fragments of SQL. */
export interface SearchColumns {
  /** The map of the span's or record's own attributes. */
  readonly own: string
  /** Text keys. */
  readonly texts: Readonly<Record<string, string>>
  /** Columns that free text is searched in. */
  readonly searched: readonly string[]
  /** Conditions of the choices that each key has, in lower case. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const COLUMNS_OF_ALL_SUBJECTS = {
  service: 'ServiceName',
  route: 'Route',
  environment: 'Environment',
  release: 'Release',
  session: 'SessionId',
  user: 'UserId',
  trace: 'TraceId',
  span: 'SpanId',
}

/** Spans and log records tell the first two by attributes of their resource, whose names the store inserts (store/schema/conventions.ts). */
const COLUMNS_OF_SPANS_AND_LOGS = { environment: '{{environment}}', release: '{{release}}', scope: 'ScopeName' }

const SPAN_COLUMNS: SearchColumns = {
  own: 'SpanAttributes',
  texts: {
    ...COLUMNS_OF_ALL_SUBJECTS,
    ...COLUMNS_OF_SPANS_AND_LOGS,
    user: '{{span_user}}',
    name: 'SpanName',
    operation: 'Operation',
    parent: 'ParentSpanId',
    method: '{{span_method}}',
    url: "coalesce(nullIf({{span_url}}, ''), {{span_path}})",
    host: '{{span_called_host}}',
    peer: '{{span_peer}}',
    queue: '{{span_destination}}',
    db: '{{span_db_system}}',
    statement: '{{span_db_statement}}',
    message: 'StatusMessage',
  },
  searched: ['SpanName', 'Route', 'StatusMessage', '{{span_db_statement}}'],
  choices: { is: { error: 'Failed = 1', root: "ParentSpanId = ''", entry: 'IsRoot = 1' } },
}

const LOG_COLUMNS: SearchColumns = {
  own: 'LogAttributes',
  texts: {
    ...COLUMNS_OF_ALL_SUBJECTS,
    ...COLUMNS_OF_SPANS_AND_LOGS,
    route: '{{log_route}}',
    session: '{{log_session}}',
    user: '{{log_user}}',
    body: 'Body',
    message: '{{log_message}}',
    event: 'EventName',
  },
  searched: ['Body', '{{escaped_log_message}}', "LogAttributes['exception.message']"],
  choices: { is: { error: 'Severity >= 17', exception: "LogAttributes['exception.type'] != ''" } },
}

const EXCEPTION_COLUMNS: SearchColumns = {
  own: 'Attributes',
  texts: {
    ...COLUMNS_OF_ALL_SUBJECTS,
    user: '{{user}}',
    type: 'Type',
    message: 'Message',
    stack: 'Stacktrace',
    issue: 'Issue',
    digest: 'Digest',
  },
  searched: ['Type', 'Message'],
  choices: {
    side: { browser: "endsWith(ServiceName, 'browser')", server: "NOT endsWith(ServiceName, 'browser')" },
    is: { handled: 'NOT {{unhandled}}', unhandled: '{{unhandled}}' },
  },
}

/** The issue of an exception, and who owns it, by parameters that every query of issues has. */
const MERGED_ISSUE_SQL = 'transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)})'
const OWNER_SQL = `if(has({owned:Array(String)}, ${MERGED_ISSUE_SQL}), {owners:Array(String)}[indexOf({owned:Array(String)}, ${MERGED_ISSUE_SQL})], '')`

const ISSUE_COLUMNS: SearchColumns = {
  ...EXCEPTION_COLUMNS,
  texts: { ...EXCEPTION_COLUMNS.texts, issue: MERGED_ISSUE_SQL, owner: OWNER_SQL },
}

/** Of the range that every query of sessions has. */
const THROWN_SQL =
  'FROM exceptions WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})'

/** An exception, or of a trace that has one: servers report theirs without the session. */
const HAS_EXCEPTION_SQL = `(Kind = 'exception' OR TraceId GLOBAL IN (SELECT TraceId ${THROWN_SQL} AND TraceId != ''))`

/** An event of a session that is such an exception, or of a trace that has one. @param condition on a row of exceptions */
export const writeThrownTest = (condition: string) =>
  `TraceId GLOBAL IN (SELECT TraceId ${THROWN_SQL} AND TraceId != '' AND ${condition})
  OR Kind = 'exception' AND (SessionId, Timestamp) GLOBAL IN (SELECT SessionId, Timestamp ${THROWN_SQL} AND SessionId != '' AND ${condition})`

const SESSION_COLUMNS: SearchColumns = {
  own: 'Details',
  texts: {
    ...COLUMNS_OF_ALL_SUBJECTS,
    name: 'Name',
    browser: 'Browser',
  },
  searched: ['Name', 'Route', "Details['body']", "Details['url.full']"],
  choices: {
    is: { error: "(Failed = 1 OR Kind = 'exception')", exception: HAS_EXCEPTION_SQL, page: 'IsRoot = 1' },
  },
}

export const SEARCH_COLUMNS: Readonly<Record<SearchSubject, SearchColumns>> = {
  spans: SPAN_COLUMNS,
  logs: LOG_COLUMNS,
  exceptions: EXCEPTION_COLUMNS,
  issues: ISSUE_COLUMNS,
  sessions: SESSION_COLUMNS,
}
