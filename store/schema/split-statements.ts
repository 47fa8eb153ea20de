/** A string or a quoted name, a comment, white space, a placeholder, a word or a number, and any other character. */
const token = /'(?:[^'\\]|\\.|'')*'|(["`])(?:(?!\1)[^\\]|\\.)*\1|--[^\n]*|\/\*.*?\*\/|\s+|\{\{\w+\}\}|\w+|./gs
const comment = /^(--|\/\*)/

/** Splits the text of a file into its statements, without the comments. */
export function splitStatements(sql: string): string[] {
  return statementsOf(sql).map(tokens => tokens.join('').trim())
}

/** What of a file the engine acts upon, as one text: other comments and other white space leave it as it is. */
export function meaningOf(sql: string): string {
  const isSpace = (text: string) => text.trim() === ''
  return statementsOf(sql)
    .map(tokens => tokens.filter(text => !isSpace(text)).join(' '))
    .join(';\n')
}

function statementsOf(sql: string): string[][] {
  const statements: string[][] = [[]]
  for (const [text] of sql.matchAll(token)) {
    if (text === ';') statements.push([])
    else statements.at(-1)?.push(comment.test(text) ? ' ' : text)
  }
  return statements.filter(tokens => tokens.join('').trim() !== '')
}
