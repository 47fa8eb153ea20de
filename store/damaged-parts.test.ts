import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../test/store/open-test-store.ts'
import { findLogs } from './logs/find-logs.ts'
import { nsOfMs } from './units.ts'

const overwrite = (place: (length: number) => number) => (file: string) => {
  const bytes = readFileSync(file)
  bytes.fill(0x5a, place(bytes.length), place(bytes.length) + 8)
  writeFileSync(file, bytes)
}

test.each([
  ['whose first bytes were overwritten', overwrite(() => 16)],
  ['whose checksum was overwritten', overwrite(() => 0)],
  ['whose middle was overwritten', overwrite(length => Math.floor(length / 2))],
  ['that was cut', (file: string) => truncateSync(file, 40)],
  ['that is empty', (file: string) => truncateSync(file, 0)],
  ['that is gone', (file: string) => rmSync(file)],
])('a file %s is told apart from a fault of the app, and other days can be read', async (_, damage) => {
  await using store = await openTestStore()
  const dayMs = 86_400_000
  const of = (day: number) => ({
    search: undefined,
    range: { from: nsOfMs(Date.now() - day * dayMs - 3_600_000), to: nsOfMs(Date.now() - day * dayMs + 60_000) },
    limit: 10,
  })
  await store.insert([2, 0].map(day => logRow({ at: day * dayMs + 30_000, body: 'x'.repeat(500) })))
  const [part] = await store.querySql<{ path: string }>(
    `SELECT path FROM system.parts WHERE database = '${store.database}' AND table = 'otel_logs' AND active ORDER BY partition LIMIT 1`,
  )
  const path = part?.path ?? ''
  for (const file of readdirSync(path).filter(name => name.endsWith('.bin'))) damage(join(path, file))

  await expect(findLogs(store, of(2))).rejects.toMatchObject({ kind: 'damaged' })
  expect(await findLogs(store, of(0))).toHaveLength(1)
  // A part that cannot be read could not be merged either.
  await store.command('TRUNCATE TABLE otel_logs')
})
