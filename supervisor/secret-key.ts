import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

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
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** The token of commands that run where the secret can be read, such as `npm start` itself: it may read, and belongs to nobody. */
export const localToken = (secret: string): string =>
  `errata_local_${createHmac('sha256', secret).update('errata local token').digest('base64url')}`

/** The header by which a command proves to a desk with these settings that it may read; none where nobody signs in. */
export function authorizationOf(config: Pick<Config, 'login' | 'dataDir'>): Readonly<Record<string, string>> {
  const { mode, token } = config.login
  if (token !== '') return { authorization: `Bearer ${token}` }
  return mode === 'none' ? {} : { authorization: `Bearer ${localToken(readOrMakeSecrets(config)[0])}` }
}
