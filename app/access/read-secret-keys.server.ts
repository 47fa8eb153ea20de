import type { Config } from '../../config.ts'
import { localToken, readOrMakeSecrets } from '../../supervisor/secret-key.ts'
import { createSecretKeys, type SecretKeys } from './seal.server.ts'

/** The keys of a desk, and the tokens of commands that can read its secrets. */
export function readSecretKeys(config: Pick<Config, 'login' | 'dataDir'>): {
  readonly keys: SecretKeys
  readonly localTokens: readonly string[]
} {
  const secrets = readOrMakeSecrets(config)
  return { keys: createSecretKeys(secrets), localTokens: secrets.map(localToken) }
}
