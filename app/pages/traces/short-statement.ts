/** Without the columns that a SELECT names first: what tells statements apart is behind them. */
export function shortStatement(text: string): string {
  return text.replace(SELECTED, '$1 … $2')
}

/** For a few characters beside the name of its span, which often has the operation and the table: `WHERE sku = $1`. */
export function endOfStatement(text: string, name: string): string {
  const source = text.replace(SELECTED, '$2')
  const [, table] = name.split(' ')
  const isNamed = source !== text && table !== undefined && source.slice(5).startsWith(`${table} `)
  return isNamed ? source.slice(5 + table.length + 1) : source
}

const SELECTED = /^(select)\s[^(]*?\s(from\s)/i
