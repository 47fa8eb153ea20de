import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readOrMakeSecrets } from './secret-key.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'errata-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = () => readOrMakeSecrets(readConfig({ ERRATA_LOGIN: 'password', ERRATA_DATA_DIR: dataDir }))

test('a key is made once, for its owner alone, and nothing else is left', () => {
  const [made] = read()
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(read()).toEqual([made])
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
})

test.each(['', '\n', 'short\n'])(
  'a file with %j, as a full disk leaves it, is no key that anybody could guess',
  text => {
    writeFileSync(join(dataDir, 'secret-key'), text)
    expect(read).toThrow(/secret-key has no key of at least 32 characters/)
  },
)
