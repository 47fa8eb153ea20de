import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineError } from './error-reply.ts'

export const READER = 'default'
export const WRITER = 'errata'

/** @returns whether the user may write. @throws {EngineError} 516 for a wrong name or password. */
export type Authenticate = (user: string, password: string) => { readonly mayWrite: boolean }

/** Reads the writer's password from the data folder, or makes one at the first start. */
export function openUsers(dataDir: string): Authenticate {
  const writerPassword = readOrMakePassword(join(dataDir, 'writer-password'))
  return (user, password) => {
    // Both are compared whatever the name is, so that the time taken tells nothing.
    const isWriter = sameText(user, WRITER) && sameText(password, writerPassword)
    const isReader = sameText(user, READER) && sameText(password, '')
    if (isWriter || isReader) return { mayWrite: isWriter }
    throw new EngineError(
      516,
      'AUTHENTICATION_FAILED',
      `${user}: Authentication failed: password is incorrect, or there is no user with such name`,
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
