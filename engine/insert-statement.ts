import { isClause, quoteString, type Token, tokens } from './sql-text.ts'

/** An INSERT whose rows come with the request: `INSERT INTO t (a) SETTINGS x = 1 FORMAT Native` and data. */
export interface InsertStatement {
  readonly format: string
  /** Rows that stand in the statement's own text, behind VALUES or FORMAT; '' when there are none. */
  readonly inlineData: string
  /** The same statement reading its rows from a file. */
  fromFile(path: string): string
}

/** @returns undefined for anything but an INSERT that waits for rows, such as INSERT … SELECT. */
export function insertStatement(sql: string): InsertStatement | undefined {
  const before: Token[] = []
  for (const token of tokens(sql)) {
    if (before.length === 0 && !isClause(token, 'INSERT')) return undefined
    const previous = before.at(-1)
    if (isClause(token, 'SELECT') || isClause(token, 'WITH') || isClause(token, 'INFILE')) return undefined
    if (isClause(token, 'VALUES')) return statement(sql, before, token.at, 'Values', token.at + 'VALUES'.length)
    if (isClause(previous, 'FORMAT') && previous !== undefined && token.kind === 'word') {
      const ends = token.at + token.text.length
      if (token.text.toUpperCase() !== 'VALUES') return statement(sql, before, previous.at, token.text, ends)
    }
    before.push(token)
  }
  return undefined
}

function statement(sql: string, before: Token[], clauseAt: number, format: string, dataAt: number): InsertStatement {
  const settings = before.find(token => isClause(token, 'SETTINGS'))
  const target = sql.slice(0, settings?.at ?? clauseAt)
  const rest = settings === undefined ? '' : `${sql.slice(settings.at, clauseAt)} `
  const inlineData = sql.slice(dataAt)
  return {
    format,
    // A lone semicolon is how people end `INSERT … FORMAT X;` when the rows are in the body.
    inlineData: /^\s*;?\s*$/.test(inlineData) ? '' : inlineData.replace(/^[^\S\n]*\n?/, ''),
    fromFile: path => `${target} FROM INFILE ${quoteString(path)} ${rest}FORMAT ${format}`,
  }
}
