import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { test } from 'vitest'
import { exceptionRow } from '../../test/open-test-store.ts'
import { testEngine } from '../../test/open-test-store.ts'
import { applySchema } from '../schema/apply-schema.ts'

const retentionDays = { traces: 30, logs: 30, metrics: 30, exceptions: 30, digests: 30 }
test('bench', async () => {
  const engine = await testEngine()
  const schema = join(import.meta.dirname, '../schema')
  const old = mkdtempSync(join(tmpdir(), 'old-'))
  cpSync(schema, old, { recursive: true })
  for (const name of readdirSync(old)) if (/^00(5[3-9])/.test(name)) rmSync(join(old, name))
  await applySchema({ url: engine.url, ...engine.writer, database: 'bench_old', retentionDays, folder: old })
  await applySchema({ url: engine.url, ...engine.writer, database: 'bench_new', retentionDays, folder: schema })
  const dir = join(import.meta.dirname, '../../otel/lib/stacks/cases')
  const stacks = readdirSync(dir).filter(f => f.endsWith('.txt')).map(f => readFileSync(join(dir, f), 'utf8').split('\n=====\n')[0] ?? '')
  const rows = (n: number) => Array.from({ length: n }, (_, i) => exceptionRow({ type: `T${i % 7}`, message: `cannot read ${i}`, stacktrace: stacks[i % stacks.length] ?? '' }).values)
  const clients = Object.fromEntries(['old', 'new'].map(k => [k, createClient({ url: engine.url, username: engine.writer.user, password: engine.writer.password, database: `bench_${k}` })]))
  const cpu = async () => {
    const r = await clients['old']!.query({ query: "SELECT sum(value) AS v FROM system.events WHERE event IN ('UserTimeMicroseconds','SystemTimeMicroseconds')", format: 'JSONEachRow' })
    return Number((await r.json<{ v: string }>())[0]!.v) / 1000
  }
  const took: Record<string, number[]> = { old: [], new: [] }
  for (const n of [1, 1000]) for (let i = 0; i < 7; i++)
    for (const k of ['old', 'new']) {
      const values = rows(n)
      const at = await cpu()
      await clients[k]!.insert({ table: 'otel_logs', values, format: 'JSONEachRow', clickhouse_settings: { date_time_input_format: 'best_effort' } })
      took[k]!.push((await cpu()) - at)
    }
  for (const k in took) console.info(k, took[k]!.map(x => x.toFixed(0)).join(' '), 'median', took[k]!.toSorted((a, b) => a - b)[4])
  for (const k in clients) await clients[k]!.close()
}, 240_000)
