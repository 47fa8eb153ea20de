import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEngine, type TestEngine } from '../../../test/engine/start-engine.ts'
import { copyWithUpgrade } from '../../../test/store/made-up-upgrade.ts'
import { applySchema } from '../apply-schema.ts'
import { FIRST_SCHEMA_VERSION } from '../schema-files.ts'
import { readArchive } from './archive.ts'
import { backUpBeforeUpgrade } from './back-up-before-upgrade.ts'

vi.setConfig({ testTimeout: 120_000 })

const backups = mkdtempSync(join(tmpdir(), 'errata-upgrade-'))
let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
}, 120_000)
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  rmSync(backups, { recursive: true })
})

/** Does it as the start of a stack does. */
function apply(
  folder?: string,
  backUp = () => backUpBeforeUpgrade({ url: engine.url, engineDir: engine.dataDir }, backups),
) {
  const { url, schema } = engine
  return applySchema({
    url,
    ...schema,
    retentionDays: { traces: 14, logs: 30, metrics: 30, exceptions: 90, digests: 400 },
    ...(folder !== undefined && { folder }),
    beforeUpgrade: async () => void (await backUp()),
  })
}

test('a database is backed up before its schema is upgraded, and only then', async () => {
  await apply()
  await apply()
  expect(readdirSync(backups)).toEqual([])

  const newer = copyWithUpgrade()
  await apply(newer)
  await apply(newer)
  const files = readdirSync(backups)
  expect(files).toEqual([expect.stringMatching(/^schema-\d+-\d{8}T\d{6}Z\.tar$/)])
  expect(readArchive(join(backups, files[0] ?? '')).schema).toBe(FIRST_SCHEMA_VERSION)
})

test('a database that cannot be backed up is not upgraded', async () => {
  await engine.send({ body: 'DROP DATABASE otel SYNC' })
  await apply()
  const nowhere = { url: 'http://127.0.0.1:1', engineDir: engine.dataDir }
  const refused = apply(copyWithUpgrade(), () => backUpBeforeUpgrade(nowhere, backups))

  await expect(refused).rejects.toThrow(
    /^The database could not be backed up before its upgrade, set ERRATA_UPGRADE_BACKUP=0 /,
  )
  const { text } = await engine.send({ body: 'SELECT max(Number) FROM otel.schema_version' })
  expect(text.trim()).toBe(`${FIRST_SCHEMA_VERSION}`)
})
