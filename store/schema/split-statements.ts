/** A string or quoted name, a comment, white space, a placeholder, a word or number, or any other character. */
const tokenPattern = /'(?:[^'\\]|\\.|'')*'|(["`])(?:(?!\1)[^\\]|\\.)*\1|--[^\n]*|\/\*.*?\*\/|\s+|\{\{\w+\}\}|\w+|./gs
const commentStart = /^(--|\/\*)/

/** Splits the text of a file into statements, without comments. */
export function splitStatements(sql: string): string[] {
  return statementsOf(sql).map(tokens => tokens.join('').trim())
}

/** Splits a list, such as that of a table's columns, at the commas that stand in no brackets. */
export function splitList(sql: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [text] of sql.matchAll(tokenPattern)) {
    if ('([{'.includes(text)) depth += 1
    if (')]}'.includes(text)) depth -= 1
    if (text === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${text}`)
  }
  return parts.map(part => part.trim())
}

/** The text of a file without comments and with normalized white space. */
export function normalizeSql(sql: string): string {
  const isSpace = (text: string) => text.trim() === ''
  return statementsOf(sql)
    .map(tokens => tokens.filter(text => !isSpace(text)).join(' '))
    .join(';\n')
}

function statementsOf(sql: string): string[][] {
  const statements: string[][] = [[]]
  for (const [text] of sql.matchAll(tokenPattern)) {
    if (text === ';') statements.push([])
    else statements.at(-1)?.push(commentStart.test(text) ? ' ' : text)
  }
  return statements.filter(tokens => tokens.join('').trim() !== '')
}
