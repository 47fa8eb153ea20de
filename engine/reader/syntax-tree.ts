import type { Connection } from '../chdb.ts'
import { EngineError } from '../error-reply.ts'

/** A node of a parsed statement, as the engine's own EXPLAIN AST prints it. */
export interface SyntaxNode {
  /** `Function`, `TableIdentifier`, `SelectQuery`, … */
  readonly kind: string
  /** What stands behind the kind, without alias: the function's or table's name, a literal's text, '' where nothing does. */
  readonly name: string
  readonly children: readonly SyntaxNode[]
}

const LINE = /^(?<blanks> *)(?<kind>\w[\w:]*)(?: (?<rest>.*?))??(?: \(children (?<count>\d+)\))?$/s
/** Kinds that never have children. Whoever forges a line inside a name has to put it below one of these, or beside it. */
const LEAVES = new Set(['Identifier', 'TableIdentifier', 'Literal', 'Set'])

/**
 * Parses a statement with the engine's parser and runs none of it. Parameters are those of the connection, already in their places.
 *
 * @throws {EngineError} 497 when a name breaks a line: names are printed as they are, so only then could a line be made up.
 */
export async function syntaxTreeOf(connection: Connection, sql: string): Promise<SyntaxNode> {
  const { bytes } = await connection.run(`EXPLAIN AST ${sql}`, 'TabSeparatedRaw')
  return parseSyntaxTree(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
}

/** Every node has to be as deep as it must and to have as many children as it says: nothing can be added from inside. */
export function parseSyntaxTree(text: string): SyntaxNode {
  const lines = text.replace(/\n+$/, '').split('\n')
  let at = 0
  const node = (depth: number): SyntaxNode => {
    const groups = LINE.exec(lines[at++] ?? '')?.groups
    const kind = groups?.['kind'] ?? ''
    const count = Number(groups?.['count'] ?? 0)
    if (groups?.['blanks']?.length !== depth || (count > 0 && LEAVES.has(kind))) throw unreadable()
    const children = Array.from({ length: count }, () => node(depth + 1))
    return { kind, name: (groups['rest'] ?? '').replace(/ ?\(alias .*$/s, ''), children }
  }
  const root = node(0)
  if (at !== lines.length) throw unreadable()
  return root
}

const unreadable = () =>
  new EngineError(
    497,
    'ACCESS_DENIED',
    'A name or an alias breaks a line: a user that only reads may not use such names',
  )
