import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createSecretKeys, type SecretKeys } from './seal.server.ts'

/** The keys of `ERRATA_SECRET_KEY`; without it, one in the data folder, made at the first start, which only its owner may read. */
export function readSecretKeys({ login, dataDir }: Pick<Config, 'login' | 'dataDir'>): SecretKeys {
  const [newest, ...older] = login.secretKeys
  return createSecretKeys(newest === undefined ? [readOrMakeKey(dataDir)] : [newest, ...older])
}

function readOrMakeKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
