import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TABLES } from '../store/schema/tables/table-names.ts'
import {
  APP_PROFILE,
  DEFAULT_USER_PROFILE,
  NO_DISKS_BY_TABLES,
  READER_PROFILE,
  type SettingsProfile,
  WRITER_PROFILE,
} from './limits.ts'
import type { SqlUser } from './sql-users.ts'
import type { XmlElements } from './xml.ts'

const ALERT_TABLES = [TABLES.alertStatements, TABLES.alertEvents, TABLES.alertEvaluations, TABLES.alertDeliveries]

/** What people who query by hand may do. */
const reader = { profile: 'errata_reading', grants: ['SELECT, SHOW ON DB.*'] } as const

/**
 * The engine's users: those that store/README.md creates on a ClickHouse server, and an administrator, the owner of the data folder. `DB`
 * stands for the database.
 */
export const USERS = [
  {
    name: 'errata_desk',
    profile: 'errata_desk',
    grants: [
      'SELECT ON DB.*',
      `INSERT ON DB.${TABLES.issueEvents}`,
      `INSERT ON DB.${TABLES.accountEvents}`,
      ...ALERT_TABLES.map(table => `INSERT ON DB.${table}`),
      `INSERT ON DB.${TABLES.deploys}`,
      'SELECT(name, code, value, last_error_time) ON system.errors',
      'SELECT(query_id, read_rows, total_rows_approx) ON system.processes',
      'SELECT(database, table, active, bytes_on_disk, partition, delete_ttl_info_max) ON system.parts',
      'SELECT(free_space) ON system.disks',
      'SELECT(name, value) ON system.server_settings',
    ],
  },
  {
    name: 'errata_collector',
    profile: 'errata_writing',
    // Who may replace rows of accounts could undo what an administrator revoked, of alerts keep one from being sent, and of deploys have
    // releases compared with others.
    grants: [
      'SELECT, INSERT ON DB.*',
      ...[TABLES.accountEvents, ...ALERT_TABLES, TABLES.deploys].map(table => `REVOKE SELECT, INSERT ON DB.${table}`),
    ],
  },
  {
    name: 'errata_schema',
    profile: 'errata_writing',
    grants: [
      'CREATE DATABASE, CREATE TABLE, CREATE VIEW, ALTER TABLE, ALTER VIEW, DROP TABLE, DROP VIEW, SELECT, INSERT ON DB.*',
      // Those of store/schema, on one node and in a cluster: none that reads a file or connects to an address of its choice.
      ...[
        ...['MergeTree', 'ReplacingMergeTree', 'AggregatingMergeTree', 'Buffer', 'Null'],
        ...['ReplicatedReplacingMergeTree', 'ReplicatedAggregatingMergeTree', 'Distributed'],
      ].map(engine => `TABLE ENGINE ON ${engine}`),
    ],
  },
  {
    name: 'errata_maps',
    profile: 'errata_writing',
    // Not the columns that decide which of two uploads is kept and how long, and no reading of maps.
    grants: [
      `INSERT(Script, Release, Service, DebugId, Map), SELECT(Script, Release, Service, DebugId) ON DB.${TABLES.sourceMaps}`,
    ],
  },
  { name: 'errata_reader', ...reader },
  { name: 'errata_admin', profile: 'errata_writing', grants: ['ALL ON *.* WITH GRANT OPTION'] },
] as const

type UserName = (typeof USERS)[number]['name']
export type PasswordsByUser = Readonly<Record<UserName, string>>

/** Reads the passwords of all users from `passwords/<user>`, which only the owner may read, or creates them at the first start. */
export function readOrCreatePasswords(dataDir: string): PasswordsByUser {
  const folder = join(dataDir, 'passwords')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const password = (name: UserName) => readOrMake(join(folder, name))
  return {
    errata_desk: password('errata_desk'),
    errata_collector: password('errata_collector'),
    errata_schema: password('errata_schema'),
    errata_maps: password('errata_maps'),
    errata_reader: password('errata_reader'),
    errata_admin: password('errata_admin'),
  }
}

function readOrMake(file: string): string {
  try {
    writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Users, profiles and quotas for a ClickHouse server's `users_config`.
 *
 * `default`, the user of the process's own session, cannot have a password. It can run nothing else: while its waiting statement runs,
 * which is as long as the engine does, `max_concurrent_queries_for_all_users` refuses every other statement of `default`.
 *
 * @param database that users have access to, or a prefix and `*`
 * @param sqlUsers people who may do what `errata_reader` may
 */
export function usersConfig(
  passwords: PasswordsByUser,
  database: string,
  sqlUsers: readonly SqlUser[] = [],
): XmlElements {
  const own = USERS.map(user => ({ ...user, password: passwords[user.name] }))
  const all = [...own, ...sqlUsers.map(({ name, password }) => ({ ...reader, name, password }))]
  const users = all.map(({ name, password, profile, grants }) => [
    name,
    {
      password_sha256_hex: createHash('sha256').update(password).digest('hex'),
      networks: { ip: '::/0' },
      profile,
      quota: 'default',
      grants: { query: grants.flatMap(grant => writeGrant(grant, database)) },
    },
  ])
  return {
    profiles: {
      default: {},
      errata_waiting: profileConfig(DEFAULT_USER_PROFILE),
      errata_reading: profileConfig(READER_PROFILE),
      errata_desk: profileConfig(APP_PROFILE),
      errata_writing: profileConfig(WRITER_PROFILE),
    },
    quotas: { default: {} },
    users: {
      default: {
        password: '',
        networks: { ip: '127.0.0.1' },
        profile: 'errata_waiting',
        quota: 'default',
        grants: { query: ['GRANT SYSTEM LISTEN ON *.*'] },
      },
      ...Object.fromEntries(users),
    },
  }
}

/** A statement for one of the grants; one that begins with REVOKE is taken from those before it. */
export function writeGrant(grant: string, database: string): string[] {
  if (!grant.startsWith('REVOKE ')) return [`GRANT ${onDatabase(grant, database)}`]
  return database.endsWith('*') ? [] : [onDatabase(grant, database)]
}

/** Databases with a prefix can only be granted as a whole. */
function onDatabase(grant: string, database: string): string {
  if (!database.endsWith('*')) return grant.replace('DB.', `${database}.`)
  return / ON DB\./.test(grant) ? grant.replaceAll(/\([^)]*\)/g, '').replace(/DB\..+$/, `${database}.*`) : grant
}

/** ClickHouse reads 0 as no limit, so the minimum is 1. */
function profileConfig({ defaults = {}, limits = {}, fixed = {} }: SettingsProfile): XmlElements {
  const bounded = Object.entries(limits).map(([name, max]) => [name, { min: 1, max }])
  const constant = [...Object.keys(fixed), ...NO_DISKS_BY_TABLES].map(name => [name, { const: '' }])
  return { ...defaults, ...limits, ...fixed, constraints: Object.fromEntries([...bounded, ...constant]) }
}
