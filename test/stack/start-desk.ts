import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createEngineQuery, type EngineQuery } from '../engine/query-engine.ts'
import { startReadyEngine } from '../engine/ready-store.ts'
import type { EngineAccess, EngineLogin } from '../engine/start-engine.ts'
import { freePorts } from '../free-ports.ts'
import type { InsertedRow } from '../store/open-test-store.ts'
import { waitForProcess } from '../wait-for-process.ts'

/** The built app with an engine but without a Collector: only the test writes rows. */
export interface RunningDesk extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Everything printed so far, line by line. */
  readonly lines: readonly string[]
  /** Inserts like the exporter: one insert per table, in the given order. */
  insert(rows: readonly InsertedRow[]): Promise<void>
  /** Runs a statement as the writer. @returns its result as text */
  write(sql: string): Promise<string>
  /** Environment variables for a command that uses the engine as administrator. */
  readonly writerEnv: Readonly<Record<string, string>>
  /** Likewise as the user that uploads source maps. */
  readonly mapsEnv: Readonly<Record<string, string>>
  /** Queries the engine as the reader. */
  readonly query: EngineQuery
  /** Likewise, but in another database. */
  readonly queryElsewhere: EngineQuery
}

interface DeskOptions {
  readonly engine?: EngineAccess
  readonly settings?: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, '../..')

/**
 * @param options.engine A running one with the schema, which is not stopped. @default its own
 * @param options.settings of the app, besides those that it needs to run
 * @throws {Error} With the app's output if it ends or does not listen within two minutes.
 */
export async function startDesk(options: DeskOptions = {}): Promise<RunningDesk> {
  const own = new AsyncDisposableStack()
  const engine = options.engine ?? own.use(await startReadyEngine())
  const [port, labOrigin, ...nobody] = await freePorts(4)
  const child = spawn(process.execPath, ['--import', './instrument.ts', 'server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      OTEL_SDK_DISABLED: 'true',
      ERRATA_CANARY: '0',
      ERRATA_ALERTS: '0',
      ERRATA_PORT: `${port}`,
      ERRATA_OTLP_HTTP_PORT: `${nobody[0]}`,
      ERRATA_OTLP_BROWSER_PORT: `${nobody[1]}`,
      ERRATA_LAB_ORIGIN_PORT: `${labOrigin}`,
      CLICKHOUSE_URL: engine.url,
      ERRATA_QUERY_SECONDS: '60',
      ...options.settings,
      CLICKHOUSE_USER: engine.desk.user,
      CLICKHOUSE_PASSWORD: engine.desk.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  const printed: string[] = []
  const listens = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', line => {
        printed.push(line)
        if (line.includes('desk listens on')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(`The desk ended before it listened:\n${printed.join('\n')}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    await own.disposeAsync()
  }
  await waitForProcess(listens, () => printed.join('\n')).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const envOf = ({ user, password }: EngineLogin) => ({
    CLICKHOUSE_URL: engine.url,
    CLICKHOUSE_USER: user,
    CLICKHOUSE_PASSWORD: password,
  })
  const send = async (query: Readonly<Record<string, string>>, body: string) => {
    const { status, text } = await engine.send({ query: { database: 'otel', ...query }, body })
    if (status !== 200) throw new Error(text)
    return text
  }
  return {
    url: `http://127.0.0.1:${port}`,
    query: createEngineQuery(engine),
    queryElsewhere: createEngineQuery(engine, 'system'),
    pid: child.pid ?? 0,
    lines: printed,
    writerEnv: envOf(engine.writer),
    mapsEnv: envOf(engine.maps),
    write: sql => send({}, sql),
    async insert(rows) {
      for (const [table, values] of Map.groupBy(rows, row => row.table)) {
        const query = `INSERT INTO ${table} FORMAT JSONEachRow`
        await send(
          { query, date_time_input_format: 'best_effort' },
          values.map(row => JSON.stringify(row.values)).join('\n'),
        )
      }
    },
    [Symbol.asyncDispose]: stop,
  }
}
