import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestEngine } from '../../test/engine/start-engine.ts'

/** Fills the last 24 hours with log records, unless they have been filled already. */
export async function fillLogs(engine: TestEngine, logs: number): Promise<void> {
  const stored = await send(
    engine,
    "SELECT count() FROM otel_logs WHERE Timestamp >= now() - INTERVAL 1 DAY AND endsWith(ScopeName, '.logger')",
  )
  if (Number(stored) > 0.9 * logs) return
  const params = { param_logs: `${logs}`, param_endNs: `${BigInt(Date.now()) * 1_000_000n}` }
  await send(engine, readFileSync(join(import.meta.dirname, 'insert-logs.sql'), 'utf8'), params)
}

async function send(engine: TestEngine, body: string, params: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, text } = await engine.send({ body, query: { database: 'otel', ...params } })
  if (status !== 200) throw new Error(`The engine answered ${status}: ${text}`)
  return text
}
