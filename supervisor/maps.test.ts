import { execFile } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')

test('reports in one line that there is no engine to upload maps to', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-maps-'))
  const failed = await promisify(execFile)(process.execPath, ['supervisor/maps.ts', root, 'upload', '.'], {
    cwd: root,
    env: { ...process.env, CLICKHOUSE_URL: '', ERRATA_DATA_DIR: dataDir },
  }).catch((error: { code: number; stderr: string }) => error)
  rmSync(dataDir, { recursive: true })

  expect(failed).toMatchObject({ code: 1 })
  expect(failed.stderr).toBe(
    `${dataDir} holds no engine yet: run npm start first, or set CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.\n`,
  )
})

test('npx errata runs what the scripts of package.json run', () => {
  const file = join(root, packageJson.bin.errata)
  expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  expect(() => accessSync(file, constants.X_OK)).not.toThrow()
  expect(packageJson.scripts.start).toBe(`node ${packageJson.bin.errata} start`)
})
