import { type EngineLocation, readEngineLogin } from './start-engine.ts'

/** One object for each row. Integers beyond 2^53 lose digits: select them as text. */
export type EngineQuery = <Row = Record<string, unknown>>(
  sql: string,
  params?: Readonly<Record<string, string>>,
) => Promise<Row[]>

/**
 * Queries an engine as a reader.
 *
 * @param database of tables that a statement names without one
 * @throws {Error} With the engine's message if it refuses.
 */
export function createEngineQuery({ url, dataDir }: EngineLocation, database = 'otel'): EngineQuery {
  return async <Row>(sql: string, params: Readonly<Record<string, string>> = {}) => {
    const { user, password } = readEngineLogin(dataDir, 'errata_reader')
    const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password }
    const search = new URLSearchParams({ database })
    for (const [name, value] of Object.entries(params)) search.set(`param_${name}`, value)
    const body = `${sql.replace(/;?\s*$/, '')}\nFORMAT JSONEachRow`
    const response = await fetch(`${url}/?${search}`, { method: 'POST', body, headers })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text
      .split('\n')
      .filter(line => line !== '')
      .map((line): Row => JSON.parse(line))
  }
}
