import { createHash } from 'node:crypto'
import { NO_FILES_BY_SETTINGS } from './limits.ts'
import { USERS, writeGrant } from './users.ts'
import { writeClickHouseXml, type XmlElements } from './xml.ts'

/** The users of a ClickHouse server: those of the engine, without its administrator. */
export type ServerUser = Exclude<(typeof USERS)[number]['name'], 'errata_admin'>

const DATABASE = 'otel'
/** Users may set these, up to a limit; the SQL of store/README.md has the same. */
const QUERY_LIMITS = { max_execution_time: { value: 30, max: 60 }, max_memory_usage: { value: 2 ** 30, max: 2 ** 31 } }
const QUERY_CONSTANTS = {
  max_temporary_data_on_disk_size_for_query: 2 ** 30,
  min_free_disk_space_for_temporary_data: 2 ** 30,
}

/**
 * The users, profiles and grants of store/README.md as a file for `users.d` of a ClickHouse server, which reads it anew when it changes. It
 * removes the user `default`, who has no password. The file has hashes of the passwords.
 *
 * @param passwords of the users to make
 */
export function serverUsersXml(passwords: Readonly<Partial<Record<ServerUser, string>>>): string {
  const users = USERS.flatMap(({ name, profile, grants }) => {
    const password = name === 'errata_admin' ? undefined : passwords[name]
    if (password === undefined) return []
    const query = grants.flatMap(grant => writeGrant(grant, DATABASE))
    const sha256 = createHash('sha256').update(password).digest('hex')
    return [
      {
        name,
        user: { password_sha256_hex: sha256, networks: { ip: '::/0' }, profile, quota: 'default', grants: { query } },
      },
    ]
  })
  const whole = [
    writeClickHouseXml('profiles', {
      errata_reading: queryProfile({ readonly: 2 }, 16),
      // For two desks, with the queries of connections that have ended.
      errata_desk: queryProfile({}, 64),
      // A 200 must mean stored.
      errata_writing: profile({ async_insert: 0 }, {}, NO_FILES_BY_SETTINGS),
    }),
    '<users>\n<default remove="remove"/>\n',
    // Another file's settings of a user of this name do not hold.
    ...users.map(({ name, user }) =>
      writeClickHouseXml(name, user).replace(`<${name}>`, `<${name} replace="replace">`),
    ),
    '</users>\n',
  ]
  return `<clickhouse>\n${whole.join('')}</clickhouse>\n`
}

function queryProfile(defaults: Readonly<Record<string, number>>, maxQueries: number): XmlElements {
  const limits = Object.entries(QUERY_LIMITS)
  return profile(
    {
      ...defaults,
      cancel_http_readonly_queries_on_client_close: 1,
      ...Object.fromEntries(limits.map(([name, { value }]) => [name, value])),
    },
    Object.fromEntries(limits.map(([name, { max }]) => [name, { min: 1, max }])),
    { ...NO_FILES_BY_SETTINGS, ...QUERY_CONSTANTS, max_concurrent_queries_for_user: maxQueries },
  )
}

function profile(
  defaults: Readonly<Record<string, number>>,
  constraints: XmlElements,
  constants: Readonly<Record<string, number | string>>,
): XmlElements {
  const fixed = Object.keys(constants).map(name => [name, { const: '' }])
  return { ...defaults, ...constants, constraints: { ...constraints, ...Object.fromEntries(fixed) } }
}
