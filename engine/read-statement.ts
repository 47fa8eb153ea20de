import { isClause, quoteString, type Token, tokens } from './sql-text.ts'

/** The end of a query: which format it asks for, and where INTO OUTFILE would go. */
export interface ReadStatement {
  /** undefined when the statement names none. */
  readonly format: string | undefined
  /** The same query writing into a file. */
  intoFile(path: string, defaultFormat: string): string
}

/** Reads the tail `[FORMAT f] [SETTINGS …] [;]` of a query. */
export function readStatement(sql: string): ReadStatement {
  const list = [...tokens(sql)]
  const end = list.find((token, i) => token.text === ';' && token.depth === 0 && list.slice(i).every(isSemicolon))
  const body = end === undefined ? list : list.slice(0, list.indexOf(end))
  const text = end === undefined ? sql : sql.slice(0, end.at)

  const at = body.findLastIndex(
    (token, i) =>
      isClause(token, 'FORMAT') &&
      body[i + 1]?.kind === 'word' &&
      (body[i + 2] === undefined || isClause(body[i + 2], 'SETTINGS')),
  )
  const clause = body[at]
  if (clause === undefined) {
    return {
      format: undefined,
      intoFile: (path, format) => `${text}\nINTO OUTFILE ${quoteString(path)} TRUNCATE FORMAT ${format}`,
    }
  }
  return {
    format: body[at + 1]?.text,
    intoFile: path => `${text.slice(0, clause.at)} INTO OUTFILE ${quoteString(path)} TRUNCATE ${text.slice(clause.at)}`,
  }
}

const isSemicolon = (token: Token) => token.text === ';'
