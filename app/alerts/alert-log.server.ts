import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type AlertStatement,
  type AlertSubject,
  listAlertStatements,
} from '../../store/alerts/list-alert-statements.ts'
import { recordAlertStatements } from '../../store/alerts/record-alerts.ts'
import { parseJson } from '../../store/parse-json.ts'
import type { Store } from '../../store/store.ts'
import { msOfNs } from '../../store/time-units.ts'
import { nsOfMs } from '../../store/units.ts'
import type { SecretKeys } from '../access/seal.server.ts'
import { type AlertChannel, type ChannelKind, isChannelKind, type KnownChannel, parseChannel } from './channel.ts'
import { type Ownership, ownershipSchema } from './ownership.ts'
import { type AlertRule, DEFAULT_RULES, type KnownRule, parseRule } from './rule.ts'
import { type KnownSilence, type Silence, silenceSchema } from './silence.ts'

/** The rules, channels and silences of all desks, as this one last read them. */
export interface AlertSettings {
  /** By name, then by id; also disabled ones. */
  readonly rules: readonly KnownRule[]
  /** Ids of rules that this version cannot read: while desks are upgraded a newer one may have written them. */
  readonly unreadableRules: ReadonlySet<string>
  /** By name, then by id. */
  readonly channels: readonly KnownChannel[]
  /** Channels that were written with another secret key. */
  readonly lockedChannels: readonly { readonly id: string; readonly name: string; readonly kind: ChannelKind }[]
  /** Those that last longest first, also ended ones. */
  readonly silences: readonly KnownSilence[]
  readonly ownership: readonly (Ownership & { readonly id: string })[]
}

/** A revision of a rule, channel or silence, for its history. */
export interface Revision {
  readonly id: string
  readonly atMs: number
  /** The author, as it is stored: see `nameAuthor`. */
  readonly who: string
  /** JSON, without secrets; '' for a deletion. */
  readonly value: string
}

export interface AlertLog {
  /**
   * Returns the settings in force, read at most `maxAgeMs` ago.
   *
   * @throws {StoreError} When the database does not answer.
   */
  read(options?: { readonly maxAgeMs?: number }): Promise<AlertSettings>
  /** The settings that were last read, without a query; empty ones before the first time. */
  latest(): AlertSettings
  /**
   * Makes or changes something. It holds on this desk at once, on others when they read next.
   *
   * @param options.id Of what to change; without it something new is made.
   * @returns Its id.
   * @throws {StoreError} When it may not have been stored.
   */
  save(author: string, change: AlertSettingsChange, options?: { readonly id?: string }): Promise<string>
  /** Deletes something; the log keeps what it was. */
  remove(author: string, what: AlertSubject, id: string): Promise<void>
  /** All revisions of something, newest first. */
  listRevisions(id: string): Promise<readonly Revision[]>
  /** Stores the rules of the first start where nothing was ever stored. Two desks that do so at once store the same rules. */
  prepare(): Promise<void>
}

export type AlertSettingsChange =
  | { readonly what: 'rule'; readonly value: AlertRule }
  | { readonly what: 'channel'; readonly value: AlertChannel }
  | { readonly what: 'silence'; readonly value: Silence }
  | { readonly what: 'ownership'; readonly value: Ownership }

interface AlertLogOptions {
  /** Without a cache: what was just changed must be read. */
  readonly store: Store
  readonly keys: Pick<SecretKeys, 'encrypt' | 'decrypt'>
  /** @default Date.now */
  readonly nowMs?: () => number
}

const MAX_AGE_MS = 10_000

export function createAlertLog({ store, keys, nowMs = Date.now }: AlertLogOptions): AlertLog {
  let readMs = Number.NEGATIVE_INFINITY
  let settings = NO_SETTINGS
  let newestNs = 0n
  let reading: Promise<void> | undefined

  async function load(): Promise<void> {
    const startedMs = nowMs()
    const { statements } = await listAlertStatements(store, {})
    settings = readStatements(statements, keys)
    for (const { atNs } of statements) if (atNs > newestNs) newestNs = atNs
    readMs = startedMs
  }

  const loadOnce = () => {
    reading ??= load().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function record(statement: Omit<AlertStatement, 'atNs' | 'id'>): Promise<void> {
    await loadOnce()
    // After what it replaces, which a desk whose clock is ahead may have written.
    const nowNs = nsOfMs(nowMs())
    const atNs = nowNs > newestNs ? nowNs : newestNs + 1n
    await recordAlertStatements(store, [{ ...statement, atNs, id: randomUUID() }])
    await reading
    await loadOnce()
  }

  return {
    async read({ maxAgeMs = MAX_AGE_MS } = {}) {
      if (nowMs() - readMs > maxAgeMs) await loadOnce()
      return settings
    },
    latest: () => settings,
    async save(who, { what, value }, { id = randomUUID() } = {}) {
      const stored = what === 'channel' ? lockChannel(value, id, keys) : value
      await record({ subject: id, who, what, value: JSON.stringify(stored) })
      return id
    },
    remove: (who, what, id) => record({ subject: id, who, what, value: '' }),
    async listRevisions(id) {
      const { history } = await listAlertStatements(store, { historyOf: id })
      return history.map(of => ({
        id: of.id,
        atMs: msOfNs(of.atNs),
        who: of.who,
        value: withoutSecrets(of.value),
      }))
    },
    async prepare() {
      const { statements } = await listAlertStatements(store, {})
      if (statements.length > 0) return
      const atNs = nsOfMs(nowMs())
      const made = Object.entries(DEFAULT_RULES).map(([subject, rule]) => ({
        ...{ subject, atNs, id: `default-${subject}`, who: '', what: 'rule' as const },
        value: JSON.stringify(rule),
      }))
      await recordAlertStatements(store, made)
      await loadOnce()
    },
  }
}

const NO_SETTINGS: AlertSettings = {
  rules: [],
  unreadableRules: new Set(),
  channels: [],
  lockedChannels: [],
  silences: [],
  ownership: [],
}

function readStatements(statements: readonly AlertStatement[], keys: Pick<SecretKeys, 'decrypt'>): AlertSettings {
  const held = statements.flatMap(of => {
    const value = of.value === '' ? undefined : parseJson(of.value)
    return value === undefined ? [] : { ...of, value }
  })
  const of = (what: AlertSubject) => held.filter(each => each.what === what)
  const rules = of('rule').map(({ value, ...statement }) => ({ ...statement, read: parseRule(value) }))
  const channels = of('channel').map(({ subject, value }) => unlockChannel(value, subject, keys))
  return {
    rules: rules
      .flatMap(({ subject, read, id, atNs }) =>
        'rule' in read ? { ...read.rule, id: subject, revision: id, sinceMs: msOfNs(atNs) } : [],
      )
      .toSorted(byName),
    unreadableRules: new Set(rules.flatMap(({ subject, read }) => ('rule' in read ? [] : subject))),
    channels: channels.flatMap(each => (each !== undefined && 'to' in each ? each : [])).toSorted(byName),
    lockedChannels: channels.flatMap(each => (each === undefined || 'to' in each ? [] : each)).toSorted(byName),
    silences: of('silence')
      .flatMap(({ subject, value }) => {
        const read = silenceSchema.safeParse(value)
        return read.success ? { ...read.data, id: subject } : []
      })
      .toSorted((a, b) => b.untilMs - a.untilMs || (a.id < b.id ? -1 : 1)),
    ownership: of('ownership').flatMap(({ subject, value }) => {
      const read = ownershipSchema.safeParse(value)
      return read.success ? { ...read.data, id: subject } : []
    }),
  }
}

const byName = (a: { name: string; id: string }, b: { name: string; id: string }) =>
  a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1

/** Addresses of channels are secrets: whoever has one can post to it. */
function lockChannel({ to, ...channel }: AlertChannel, id: string, keys: Pick<SecretKeys, 'encrypt'>) {
  return { ...channel, locked: keys.encrypt(JSON.stringify(to), id) }
}

const lockedSchema = z.looseObject({
  name: z.string(),
  kind: z.string().refine(isChannelKind),
  locked: z.string(),
})

function unlockChannel(value: unknown, id: string, keys: Pick<SecretKeys, 'decrypt'>) {
  const read = lockedSchema.safeParse(value)
  if (!read.success) return undefined
  const { locked, ...channel } = read.data
  const to = keys.decrypt(locked, id)
  const parsed = to === undefined ? undefined : parseChannel({ ...channel, to: JSON.parse(to) })
  if (parsed !== undefined && 'channel' in parsed) return { ...parsed.channel, id }
  return { id, name: channel.name, kind: channel.kind }
}

const withoutSecrets = (value: string) => {
  const read = z.looseObject({ locked: z.string() }).safeParse(parseJson(value))
  if (!read.success) return value
  const { locked: _, ...shown } = read.data
  return JSON.stringify(shown)
}
