import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestEngine } from '../../test/engine/start-engine.ts'

const DAY_NS = 86_400_000_000_000n

/** Fills the last 24 hours with log records; later only what has passed since the newest. */
export async function fillLogs(engine: TestEngine, logsOfDay: bigint): Promise<void> {
  const newest = await send(
    engine,
    "SELECT toString(toUnixTimestamp64Nano(max(Timestamp))) FROM otel_logs WHERE endsWith(ScopeName, '.logger')",
  )
  const endNs = BigInt(Date.now()) * 1_000_000n
  const stepNs = DAY_NS / logsOfDay
  const missing = (endNs - BigInt(newest.trim())) / stepNs
  const logs = missing < logsOfDay ? missing : logsOfDay
  const params = { param_logs: `${logs}`, param_stepNs: `${stepNs}`, param_endNs: `${endNs}` }
  await send(engine, readFileSync(join(import.meta.dirname, 'insert-logs.sql'), 'utf8'), params)
}

async function send(engine: TestEngine, body: string, params: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, text } = await engine.send({ body, query: { database: 'otel', ...params } })
  if (status !== 200) throw new Error(`The engine answered ${status}: ${text}`)
  return text
}
