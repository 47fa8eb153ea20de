import type { Parameter } from '../search/bind.ts'

/** ClickHouse takes 131,072 bytes of a parameter (`http_max_field_value_size`), which no query can raise. */
const MAX_BYTES = 110_000
const QUOTES_AND_COMMA = 3

interface ParameterizedSql {
  readonly sql: string
  readonly params: Readonly<Record<string, Parameter>>
}

/** Sends lists that are longer than a parameter can be as several parameters, which the SQL puts together again. */
export function divideLists<Statement extends ParameterizedSql>(statement: Statement): Statement {
  let { sql } = statement
  const params: Record<string, Parameter> = {}
  for (const [name, value] of Object.entries(statement.params)) {
    const parts = Array.isArray(value) ? divide(value) : []
    if (parts.length < 2) {
      params[name] = value
      continue
    }
    for (const [i, part] of parts.entries()) params[`${name}_part_${i}`] = part
    sql = sql.replaceAll(
      new RegExp(`\\{${name}:(Array\\(\\w+\\))\\}`, 'g'),
      (_, type) => `arrayConcat(${parts.map((_, i) => `{${name}_part_${i}:${type}}`).join(', ')})`,
    )
  }
  return { ...statement, sql, params }
}

function divide(list: readonly (string | bigint)[]): (string | bigint)[][] {
  const parts: (string | bigint)[][] = []
  let bytes = MAX_BYTES
  for (const value of list) {
    const added = (typeof value === 'string' ? bytesOf(value) : 20) + QUOTES_AND_COMMA
    bytes += added
    if (bytes > MAX_BYTES) {
      parts.push([])
      bytes = added
    }
    parts.at(-1)?.push(value)
  }
  return parts
}

/** Counts a text as it is sent: quotes, backslashes and control characters get a backslash each. */
const bytesOf = (text: string) => Buffer.byteLength(text) + (text.match(/['\\\p{Cc}]/gu)?.length ?? 0)
