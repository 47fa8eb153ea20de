import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { StoredAccountEvent } from '../../store/accounts/list-account-events.ts'

/** What a desk does with its secret key (`ERRATA_SECRET_KEY`). Each purpose has a key of its own, derived by HKDF (RFC 5869). */
export interface SecretKeys {
  /** Secrets that sign cookies, the newest first: {@link https://reactrouter.com/explanation/sessions-and-cookies} */
  readonly cookies: readonly string[]
  /**
   * Encrypts the content of an event and authenticates it together with its columns (AES-256-GCM), so that a row can neither be read,
   * written nor moved without the key.
   */
  seal(event: Omit<StoredAccountEvent, 'sealed'>, content: unknown): StoredAccountEvent
  /** @returns The content, or `undefined` for an event that was not sealed by one of the keys. */
  open(event: StoredAccountEvent): unknown
  /**
   * Encrypts a text and authenticates it together with what it belongs to (AES-256-GCM), such as the address of a channel with the
   * channel's id.
   */
  encrypt(text: string, of: string): string
  /** @returns `undefined` for what was not encrypted for `of` by one of the keys. */
  decrypt(encrypted: string, of: string): string | undefined
  /**
   * Ids that tell nothing about `parts`, one by each key, the newest first, equal on all desks with the same keys: a new key must make nobody
   * somebody else. 128 bits in hexadecimal digits.
   */
  identify(...parts: readonly string[]): readonly [string, ...string[]]
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param secrets The newest first: it seals and signs, all of them open and verify. */
export function createSecretKeys(secrets: readonly [string, ...string[]]): SecretKeys {
  const derive = (purpose: string) => secrets.map(secret => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const sealing = derive('errata account events')
  const encrypting = derive('errata alert channels')
  const [identifying = Buffer.of(), ...identifyingBefore] = derive('errata ids')
  return {
    cookies: derive('errata cookies').map(key => key.toString('base64url')),
    seal: (event, content) => ({ ...event, sealed: encryptBy(sealing, JSON.stringify(content), columnsOf(event)) }),
    open(event) {
      const text = decryptBy(sealing, event.sealed, columnsOf(event))
      return text === undefined ? undefined : JSON.parse(text)
    },
    encrypt: (text, of) => encryptBy(encrypting, text, of),
    decrypt: (encrypted, of) => decryptBy(encrypting, encrypted, of),
    identify(...parts) {
      const idBy = (key: Buffer) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 32)
      return [idBy(identifying), ...identifyingBefore.map(idBy)]
    },
  }
}

const columnsOf = ({ subject, atNs, id, what }: Omit<StoredAccountEvent, 'sealed'>) =>
  JSON.stringify([subject, String(atNs), id, what])

/** By the newest key: nonce, ciphertext and tag in base64url. `of` is authenticated with it. */
function encryptBy([newest = Buffer.of()]: readonly Buffer[], text: string, of: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(of))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
}

/** @returns `undefined` if none of the keys encrypted it for `of`. */
function decryptBy(keys: readonly Buffer[], encrypted: string, of: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  for (const key of keys) {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      // Encrypted by another key, or changed since: the caller counts these.
    }
  }
  return undefined
}

/** A hash of a secret with full entropy, which needs no slow one: SHA-256 in base64url. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Compares secrets in a time that does not tell where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
}

/** A new secret of 256 bits, as it stands in URLs and cookies. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')
