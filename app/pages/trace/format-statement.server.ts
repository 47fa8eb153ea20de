import { format } from '@sqltools/formatter'
import { CONVENTIONS, readConvention } from '../../../store/schema/conventions.ts'

/** The database statement of a span. */
export interface Statement {
  /** The text that was sent. */
  readonly text: string
  /** In lines. */
  readonly formatted: string
  /** Values of its placeholders, if they were sent, by their name or number. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** The attributes that all of this is from. */
  readonly attributes: readonly string[]
}

const SQL = /^[\s(]*(?:select|insert|update|delete|with|merge|replace|create|alter|drop|truncate|explain|call|begin)\b/i
const COMMENTS = /\/\*[\s\S]*?\*\/|--.*/g
/** The names that parameters have had: db.query.parameter.<key> since 1.25.0 of the semantic conventions, db.operation.parameter.<key> since 1.28.0. */
const PARAMETER = /^db\.(?:query|operation)\.parameter\.(.+)$/

/**
 * Lays out the statement of a span: SQL by its clauses, JSON by its depth; anything else stays as it was sent, also SQL that would lose or
 * gain more than space.
 *
 * @returns `undefined` if it has none.
 */
export function formatStatement(span: {
  readonly attributes: Readonly<Record<string, string>>
}): Statement | undefined {
  const text = readConvention('dbStatement', span)
  if (text === '') return undefined
  const entries = Object.entries(span.attributes)
  const parameters = entries
    .flatMap(([name, value]): [string, string][] => {
      const [, key] = PARAMETER.exec(name) ?? []
      return key === undefined ? [] : [[key, value]]
    })
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  const isShown = (name: string, value: string) => PARAMETER.test(name) || (STATEMENTS.has(name) && value === text)
  const attributes = entries.filter(of => isShown(...of)).map(([name]) => name)
  return { text, formatted: formatText(text), parameters, attributes }
}

const STATEMENTS: ReadonlySet<string> = new Set(CONVENTIONS.dbStatement.names.map(({ name }) => name))

function formatText(text: string): string {
  const formatted = SQL.test(text.replaceAll(COMMENTS, '')) ? format(text) : formatJson(text)
  return withoutSpace(formatted) === withoutSpace(text) ? formatted : text
}

function formatJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    // It is not JSON, or was cut.
    return text
  }
}

const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')
