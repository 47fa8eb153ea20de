/** A word, a quoted text or a single other character of a statement; blanks and comments are left out. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'other'
  readonly text: string
  /** Offset of the first character. */
  readonly at: number
  /** How many brackets are open around it. */
  readonly depth: number
}

const TOKEN =
  /(?<blank>\s+|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>'(?:\\[\s\S]|''|[^'\\])*'?|"(?:\\[\s\S]|""|[^"\\])*"?|`(?:\\[\s\S]|``|[^`\\])*`?|\$(?<tag>\w*)\$[\s\S]*?(?:\$\k<tag>\$|$))|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|[\s\S]/gu

/**
 * Cuts SQL into tokens, well enough to find a clause. It decides nothing that matters: whatever is built from it goes
 * through the engine's own parser before it runs.
 */
export function* tokens(sql: string): Generator<Token> {
  let depth = 0
  for (const match of sql.matchAll(TOKEN)) {
    const text = match[0]
    if (match.groups?.['blank'] !== undefined) continue
    if (text === ')' || text === ']' || text === '}') depth = Math.max(0, depth - 1)
    const kind =
      match.groups?.['quoted'] !== undefined ? 'quoted' : match.groups?.['word'] !== undefined ? 'word' : 'other'
    yield { kind, text, at: match.index, depth }
    if (text === '(' || text === '[' || text === '{') depth++
  }
}

/** True for this keyword outside all brackets. */
export function isClause(token: Token | undefined, keyword: string): boolean {
  return token?.kind === 'word' && token.depth === 0 && token.text.toUpperCase() === keyword
}

/** `it's` → `'it\'s'`. */
export function quoteString(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A name of a database or table. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
