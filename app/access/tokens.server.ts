import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { AccountLog } from './account-log.server.ts'
import { type Accounts, findTokenRole, type Token } from './derive-accounts.ts'
import type { FoundReader } from './reader.ts'
import { lesserRole, type Role } from './roles.ts'
import { hashSecret, isSameSecret } from './seal.server.ts'
import type { TokenScope } from './token-scopes.ts'

export const TOKEN_PREFIX = 'errata_'
const SECRET_BYTES = 32
const SECRET_CHARS = 43
const CHECK_CHARS = 6
const PATTERN = new RegExp(`^${TOKEN_PREFIX}([0-9a-f]{8})_([0-9A-Za-z]{${SECRET_CHARS}})([0-9A-Za-z]{${CHECK_CHARS}})$`)
/** Last use is told to the hour. */
const USED_AGAIN_MS = 3_600_000

/** A new token: `errata_`, its id, `_`, a secret of 256 bits and a checksum, by which scanners and people find typing errors. */
export function makeTokenText(): { readonly id: string; readonly text: string } {
  const id = randomBytes(4).toString('hex')
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_CHARS)
  const body = `${TOKEN_PREFIX}${id}_${secret}`
  return { id, text: body + checksum(body) }
}

/** @returns The id of a token, or why the text is none. */
export function parseTokenText(text: string): { readonly id: string } | { readonly fault: string } {
  const [, id, secret = '', check] = PATTERN.exec(text) ?? []
  if (id === undefined) return { fault: 'This is no token of Errata: they begin with errata_.' }
  if (checksum(`${TOKEN_PREFIX}${id}_${secret}`) !== check) return { fault: 'The token is incomplete or was changed.' }
  return { id }
}

const checksum = (body: string) => base62(BigInt(crc32(body)), CHECK_CHARS)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(number: bigint, chars: number): string {
  let text = ''
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text
  return text.padStart(chars, '0')
}

/** Makes a token and stores its hash. @returns its text, which nobody sees again */
export async function createToken(
  log: AccountLog,
  {
    by,
    owner,
    name,
    role,
    scopes,
    untilMs,
  }: Pick<Token, 'owner' | 'name' | 'role' | 'scopes' | 'untilMs'> & { by: string },
): Promise<string> {
  const { id, text } = makeTokenText()
  const content = { by, owner, name, role, scopes: [...scopes], untilMs, secretHash: hashSecret(text) }
  await log.record({ subject: id, what: 'token-made', content })
  return text
}

/** The reader of a request with `Authorization: Bearer errata_…`: what the token's scopes and its owner both may. */
export async function findTokenReader(log: AccountLog, text: string, nowMs: number): Promise<FoundReader> {
  const parsed = parseTokenText(text)
  if ('fault' in parsed) return { reader: undefined, cookies: [] }
  let accounts = await log.read()
  // It may have been made on another desk a moment ago.
  if (!accounts.tokens.has(parsed.id)) accounts = await log.readNow()
  const token = accounts.tokens.get(parsed.id)
  const role = token && hasSecret(token, text) ? roleOf(accounts, token, nowMs) : undefined
  if (token === undefined || role === undefined) return { reader: undefined, cookies: [] }
  if (nowMs - (token.usedMs ?? 0) > USED_AGAIN_MS) await noteUse(log, token.id)
  const owner = accounts.people.get(token.owner)
  const { id, name } = owner ?? token
  return { reader: { id, name, role, session: '', isProgram: true }, cookies: [] }
}

const hasSecret = (token: Token, text: string) => isSameSecret(token.secretHash, hashSecret(text))

export const ROLES_OF_SCOPES = { read: 'viewer', triage: 'triager', admin: 'admin' } as const satisfies Record<
  TokenScope,
  Role
>

function roleOf(accounts: Accounts, token: Token, nowMs: number): Role | undefined {
  const role = findTokenRole(accounts, token, nowMs)
  const [scope] = (['admin', 'triage', 'read'] as const).filter(each => token.scopes.includes(each))
  return role === undefined || scope === undefined ? undefined : lesserRole(role, ROLES_OF_SCOPES[scope])
}

/** A use that cannot be noted is still a use. */
async function noteUse(log: AccountLog, subject: string): Promise<void> {
  await log.record({ subject, what: 'token-used', content: {} }).catch(error => console.error(error))
}
