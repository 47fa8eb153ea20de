import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { readConfig } from '../../../config.ts'
import { readOrMakeSecrets } from '../../../supervisor/secret-key.ts'

/** The newest secret of the desks with these settings; `undefined` if none was made. */
export function readSecret(): string | undefined {
  const { login, dataDir } = readConfig(env)
  if (login.secretKeys.length === 0 && !existsSync(join(dataDir, 'secret-key'))) return undefined
  return readOrMakeSecrets({ login, dataDir })[0]
}

/** Tells a secret from others, and nothing else of it. */
export const markOf = (secret: string): string =>
  createHmac('sha256', secret).update('errata backup').digest('hex').slice(0, 16)
