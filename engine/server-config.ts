import { join } from 'node:path'
import {
  KEEP_ALIVE_SECONDS,
  MAX_CONNECTIONS,
  MAX_STATEMENTS,
  MIN_FREE_DISK_BYTES,
  SERVER_MEMORY_BYTES,
} from './limits.ts'
import type { SqlUser } from './sql-users.ts'
import { type PasswordsByUser, usersConfig } from './users.ts'
import { writeClickHouseXml, type XmlElements } from './xml.ts'

export interface ServerConfigOptions {
  /** Path of the file: users are read from the same one. */
  readonly file: string
  /** Folder of ClickHouse's files. */
  readonly clickhouseDir: string
  readonly passwords: PasswordsByUser
  /** Of people who query by hand. @default none */
  readonly sqlUsers?: readonly SqlUser[]
  readonly database: string
  /** Accepts any Host header. */
  readonly allowAnyHost: boolean
}

/** In the folder of ClickHouse's files, which alone it can write to. */
const BACKUPS_FOLDER = 'backups'

/** A name of this machine that no DNS server can resolve: other names could be made to resolve to it by another site's page. */
const LOOPBACK_HOST = String.raw`regex:(?i)^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$`

/** They log each refused statement with its stack trace, although its client gets the error. */
const QUIET_LOGGERS = ['executeQuery', 'DynamicQueryHandler', 'TCPHandler'].map(name => ({ name, level: 'none' }))

/** For results opened in a browser: nothing in them runs, and no other site gets them. */
const BROWSER_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** The configuration of a ClickHouse server, as XML. It contains passwords. */
export function serverConfig(options: ServerConfigOptions): string {
  const { file, clickhouseDir, passwords, sqlUsers = [], database, allowAnyHost } = options
  const ofPeople = sqlUsers.map(({ name, password }) => [name, password] as const)
  return writeClickHouseXml('clickhouse', {
    display_name: 'errata-engine',
    users_config: file,
    logger: { level: 'error', console: 1, console_log_level: 'error', levels: { logger: QUIET_LOGGERS } },
    max_server_memory_usage: SERVER_MEMORY_BYTES,
    // Otherwise it counts the memory of its whole control group as its own (docs/decisions/0002).
    memory_worker_use_cgroup: 0,
    // The engine compares its memory with its limits this often. At the default of 50 ms that is a sixth of what an idle engine does.
    memory_worker_period_ms: 200,
    mark_cache_size: 134_217_728,
    index_mark_cache_size: 67_108_864,
    max_concurrent_queries: MAX_STATEMENTS,
    max_connections: MAX_CONNECTIONS,
    keep_alive_timeout: KEEP_ALIVE_SECONDS,
    // The only place that BACKUP writes to and RESTORE reads from; the commands move archives out of it and into it.
    backups: { allowed_path: join(clickhouseDir, BACKUPS_FOLDER) },
    storage_configuration: { disks: { default: { keep_free_space_bytes: MIN_FREE_DISK_BYTES } } },
    http_handlers: { rule: httpRules([...Object.entries(passwords), ...ofPeople], allowAnyHost) },
    ...usersConfig(passwords, database, sqlUsers),
  })
}

/**
 * Which requests reach ClickHouse's own authentication: only those with the exact name and password of a user, in one of the two ways that
 * clients use. Rules are tried in order. Requests of other sites' pages never match, because browsers add `Origin` or `Sec-Fetch-Site`.
 */
function httpRules(
  passwords: readonly (readonly [name: string, password: string])[],
  allowAnyHost: boolean,
): XmlElements[] {
  const headers = {
    ...(allowAnyHost ? {} : { Host: LOOPBACK_HOST }),
    Origin: 'regex:^$',
    'Sec-Fetch-Site': 'regex:^(none|same-origin)?$',
  }
  const ways = passwords.flatMap(([name, password]) => [
    { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
    { 'X-ClickHouse-User': name, 'X-ClickHouse-Key': password },
  ])
  const answer = (status: number, content: string) => ({
    type: 'static',
    status,
    content_type: 'text/plain; charset=UTF-8',
    http_response_headers: BROWSER_HEADERS,
    response_content: content,
  })
  return [
    { url: '/ping', methods: 'GET,HEAD', headers, handler: answer(200, 'Ok.\n') },
    ...ways.map(way => ({
      url: '/',
      methods: 'GET,POST',
      headers: { ...headers, ...way },
      handler: {
        type: 'dynamic_query_handler',
        query_param_name: 'query',
        http_response_headers: BROWSER_HEADERS,
      },
    })),
    {
      // In ClickHouse's wording, which its clients recognise.
      handler: answer(
        403,
        'Code: 516. DB::Exception: Authentication failed: give the name and the password of a user, by Basic authentication or in X-ClickHouse-User and X-ClickHouse-Key; passwords lie in the data folder, below engine/passwords. (AUTHENTICATION_FAILED)\n',
      ),
    },
  ]
}
