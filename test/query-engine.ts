/** Asks the database `otel`; one object a row. Integers beyond 2^53 lose digits: select them as text. */
export type Query = <Row = Record<string, unknown>>(
  sql: string,
  params?: Readonly<Record<string, string>>,
) => Promise<Row[]>

/**
 * A reader of an engine, as the user that only reads.
 *
 * @throws {Error} With the engine's own words when it refuses.
 */
export function queryOf(engineUrl: string): Query {
  return async <Row>(sql: string, params: Readonly<Record<string, string>> = {}) => {
    const search = new URLSearchParams({ database: 'otel' })
    for (const [name, value] of Object.entries(params)) search.set(`param_${name}`, value)
    const body = `${sql.replace(/;?\s*$/, '')}\nFORMAT JSONEachRow`
    const response = await fetch(`${engineUrl}/?${search}`, { method: 'POST', body })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text
      .split('\n')
      .filter(line => line !== '')
      .map((line): Row => JSON.parse(line))
  }
}
