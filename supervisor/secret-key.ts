import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from './start-error.ts'

const MIN_SECRET_CHARS = 32

/**
 * The secrets that desks share, the newest first: `ERRATA_SECRET_KEY`, else one in the data folder, made at the first start, which only its
 * owner may read.
 */
export function readOrMakeSecrets({
  login,
  dataDir,
}: Pick<Config, 'login' | 'dataDir'>): readonly [string, ...string[]] {
  const [newest, ...older] = login.secretKeys
  return newest === undefined ? [readOrMake(dataDir)] : [newest, ...older]
}

function readOrMake(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  mkdirSync(dataDir, { recursive: true })
  const known = readKey(file)
  if (known !== undefined) return known
  // Under its name only once it is complete: another process, or a start after a crash, would take what is there for the key.
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file) ?? readOrMake(dataDir)
}

/** @returns `undefined` if there is no file. @throws {StartError} For a file without a key. */
function readKey(file: string): string | undefined {
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (key.length >= MIN_SECRET_CHARS) return key
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  throw new StartError(
    `${file} has no key of at least ${MIN_SECRET_CHARS} characters: restore it, or remove it if this database has no accounts yet.`,
  )
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** The token of commands that run where the secret can be read, such as `npm start` itself: it may read, and belongs to nobody. */
export const localToken = (secret: string): string =>
  `errata_local_${createHmac('sha256', secret).update('errata local token').digest('base64url')}`

/** The header by which a command proves to a desk with these settings that it may read; none where nobody signs in. */
export function authorizationOf(config: Pick<Config, 'login' | 'dataDir'>): Readonly<Record<string, string>> {
  const { mode, token } = config.login
  if (token !== '') return { authorization: `Bearer ${token}` }
  return mode === 'none' ? {} : { authorization: `Bearer ${localToken(readOrMakeSecrets(config)[0])}` }
}
