import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineError } from './error-reply.ts'

/** Who asks. A reader and the desk may the same, and each has places of its own. */
export type User = 'reader' | 'desk' | 'writer'

/** The names that clients give. */
export const NAMES: Readonly<Record<User, string>> = { reader: 'default', desk: 'errata-desk', writer: 'errata' }

/** @throws {EngineError} 516 for a wrong name or password. */
export type Authenticate = (name: string, password: string) => User

/** Reads the passwords of desk and writer from the data folder, or makes them at the first start. */
export function openUsers(dataDir: string): Authenticate {
  const passwords: [User, string][] = [
    ['reader', ''],
    ['desk', readOrMakePassword(join(dataDir, 'desk-password'))],
    ['writer', readOrMakePassword(join(dataDir, 'writer-password'))],
  ]
  return (name, password) => {
    // All are compared whatever the name is, so that the time taken tells nothing.
    const matches = passwords.map(([user, own]) =>
      [sameText(name, NAMES[user]), sameText(password, own)].every(Boolean),
    )
    const found = passwords[matches.indexOf(true)]
    if (found !== undefined) return found[0]
    throw new EngineError(
      516,
      'AUTHENTICATION_FAILED',
      `${name}: Authentication failed: password is incorrect, or there is no user with such name`,
    )
  }
}

function readOrMakePassword(file: string): string {
  try {
    writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** Compares in a time that depends on the lengths alone. */
function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  const longest = Math.max(a.length, b.length, 1)
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(longest - bytes.length)])
  return timingSafeEqual(padded(a), padded(b)) && a.length === b.length
}
