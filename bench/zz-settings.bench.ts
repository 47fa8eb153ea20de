import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applySchema } from '../store/schema/apply-schema.ts'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
const retentionDays = { traces: 14, logs: 30, metrics: 30, exceptions: 90, digests: 400 }
const sets: Record<string, Record<string, string>> = {
  default: {},
  oldAnalyzer: { enable_analyzer: '0' },
  threads1: { max_threads: '1', max_insert_threads: '1' },
  noOpt: { query_plan_enable_optimizations: '0' },
  noCompile: { compile_expressions: '0', compile_aggregate_expressions: '0', compile_sort_description: '0' },
  noLog: { log_queries: '0', query_profiler_real_time_period_ns: '0', query_profiler_cpu_time_period_ns: '0' },
}
await using engine = await startEngine()
const login = { url: engine.url, ...engine.writer }
await applySchema({ ...login, database: 'rows', retentionDays })
await applySchema({ ...login, database: 'now', retentionDays })
const send = async (body: string | Buffer, query: Record<string, string> = {}) => {
  const reply = await engine.send({ body, query })
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`)
  return reply
}
await send('SYSTEM STOP MERGES')
const startNs = BigInt(Date.now()) * 1_000_000n
const ms = () => { const f = readFileSync(`/proc/${engine.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []; return (Number(f[11]) + Number(f[12])) * 10 }
let trace = 0
for (const [rowsN, traces, n] of [[12, 5, 20], [512, 65, 10]] as const) {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(sets).map(k => [k, []]))
  for (let round = 0; round <= 7; round++) {
    const inserts: Buffer[] = []
    for (let i = 0; i < n; i++, trace += traces) {
      await send('TRUNCATE TABLE rows.otel_traces')
      await send(readFileSync(join(import.meta.dirname, 'filled-store/insert-spans.sql'), 'utf8'), { database: 'rows', param_firstTrace: `${trace}`, param_traces: `${traces}`, param_startNs: `${startNs}`, param_stepNs: '1000000', param_digests: '1000' })
      inserts.push((await send(`SELECT * FROM rows.otel_traces LIMIT ${rowsN} FORMAT Native`)).bytes)
    }
    for (const [name, settings] of Object.entries(sets)) {
      const before = ms()
      try { for (const rows of inserts) await send(rows, { query: 'INSERT INTO now.otel_traces FORMAT Native', ...settings }) } catch (e) { console.log(name, String(e).slice(0, 300)); delete sets[name]; continue }
      if (round > 0) times[name]?.push((ms() - before) / n)
    }
  }
  for (const [name, t] of Object.entries(times)) { t.sort((a, b) => a - b); console.log(rowsN, name, t[t.length >> 1], 'min', t[0]) }
}
process.exit(0)
