import type { IncomingMessage } from 'node:http'

/** What the URL and the headers of a request say. The body is read later, by whoever runs the statement. */
export interface EngineRequest {
  readonly method: string
  readonly path: string
  /** The `query` of the URL; '' when the statement is in the body. */
  readonly query: string
  readonly user: string
  readonly password: string
  /** '' for `default`. */
  readonly database: string
  readonly queryId: string
  readonly defaultFormat: string
  /** Name without `param_` → value in ClickHouse's escaped text form. */
  readonly params: ReadonlyMap<string, string>
  readonly settings: ReadonlyMap<string, string>
  /** `compress=1` or `decompress=1`: ClickHouse's own compressed frames. */
  readonly wantsFrames: boolean
  /** What may be used for the answer, '' when none was asked for. */
  readonly acceptEncoding: string
  readonly contentEncoding: string
  /** True for clickhouse-go, which reads Native with block info. */
  readonly wantsBlockInfo: boolean
  readonly wantsSession: boolean
}

/** Names in the URL that are not settings of the statement. */
const NOT_SETTINGS = new Set([
  'query',
  'user',
  'password',
  'database',
  'query_id',
  'quota_key',
  'default_format',
  'compress',
  'decompress',
  'client_protocol_version',
  'session_id',
  'session_timeout',
  'session_check',
  'close_session',
  'stacktrace',
  'role',
  'buffer_size',
  'wait_end_of_query',
  'enable_http_compression',
  'http_zlib_compression_level',
  // Insert by insert: an asynchronous one would be acknowledged before it is stored.
  'async_insert',
  'wait_for_async_insert',
  'async_insert_deduplicate',
  // Ours: the guard and the cancellation rest on them.
  'readonly',
  'allow_ddl',
  'log_comment',
  'implicit_select',
])

export function readRequest(req: IncomingMessage, newQueryId: () => string): EngineRequest {
  const url = new URL(req.url ?? '/', 'http://engine')
  const get = (name: string) => url.searchParams.get(name) ?? ''
  const header = (name: string) => {
    const value = req.headers[name]
    return Array.isArray(value) ? value.join(',') : (value ?? '')
  }
  const on = (name: string) => get(name) === '1' || get(name) === 'true'
  const basic = readBasic(header('authorization'))
  const params = new Map<string, string>()
  const settings = new Map<string, string>()
  for (const [name, value] of url.searchParams) {
    if (name.startsWith('param_')) params.set(name.slice('param_'.length), value)
    else if (!NOT_SETTINGS.has(name)) settings.set(name, value)
  }
  return {
    method: req.method ?? 'GET',
    path: url.pathname,
    query: get('query').trim(),
    user: basic?.user || header('x-clickhouse-user') || get('user') || 'default',
    password: basic?.password || header('x-clickhouse-key') || get('password'),
    database: get('database') || header('x-clickhouse-database'),
    queryId: printable(get('query_id')) || newQueryId(),
    defaultFormat: get('default_format') || header('x-clickhouse-format') || 'TabSeparated',
    params,
    settings,
    wantsFrames: on('decompress') || on('compress'),
    acceptEncoding: on('enable_http_compression') ? header('accept-encoding') : '',
    contentEncoding: header('content-encoding').trim().toLowerCase(),
    wantsBlockInfo: Number(get('client_protocol_version')) > 0,
    wantsSession: get('session_id') !== '',
  }
}

/** Goes into a header, and a header takes no other characters. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 256)

function readBasic(authorization: string): { user: string; password: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? { user: text, password: '' } : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
