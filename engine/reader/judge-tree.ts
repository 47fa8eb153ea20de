import { EngineError } from '../error-reply.ts'
import { quoteString } from '../sql-text.ts'
import { judgeName, type NameKind } from './judge-name.ts'
import type { SyntaxNode } from './syntax-tree.ts'
import { hiddenColumnsOf, isForbiddenTable } from './tables.ts'

/** Nodes that print all they hold as children. One whose content does not show, such as APPLY's function, is not among them. */
const TRANSPARENT = new Set([
  ...['SelectWithUnionQuery', 'SelectIntersectExceptQuery', 'SelectQuery', 'Subquery', 'WithElement', 'ExpressionList'],
  ...['TablesInSelectQuery', 'TablesInSelectQueryElement', 'TableExpression', 'TableJoin', 'ArrayJoin', 'SampleRatio'],
  ...['Function', 'Identifier', 'TableIdentifier', 'Literal', 'OrderByElement', 'InterpolateElement'],
  ...['WindowDefinition', 'WindowListElement', 'ColumnsTransformerList', 'ColumnsExceptTransformer'],
  ...['ColumnsReplaceTransformer', 'ColumnsReplaceTransformer::Replacement'],
])
/** Nodes that stand for columns without naming them. */
const MATCHERS = new Set([
  ...['Asterisk', 'QualifiedAsterisk', 'ColumnsRegexpMatcher', 'QualifiedColumnsRegexpMatcher'],
  ...['ColumnsListMatcher', 'QualifiedColumnsListMatcher'],
])
/** Every higher-order function (held by lists.test.ts). */
export const TAKES_LAMBDA = /^(array|map)/i
const EXPLAINS = /^EXPLAIN( (AST|SYNTAX|QUERY TREE|PIPELINE|ESTIMATE))?$/

export interface Judged {
  /** False for a statement without any table: it is done in no time, or fails for want of memory. */
  readonly readsTables: boolean
}

/**
 * Lets a tree pass that reads tables of telemetry, harmless ones of `system` and nothing else.
 *
 * @param outfile The one file that the statement may write: the pipe of its own result.
 * @throws {EngineError} 497 for a function, a table or a column that may not be read, 164 for another kind of statement or clause.
 */
export function judgeTree(root: SyntaxNode, outfile: string | undefined): Judged {
  const names = { hidden: new Set<string>(), seen: new Set<string>(), matcher: false, readsTables: false }
  judgeStatement(root)
  if (names.hidden.size > 0) refuseHidden(names)
  return { readsTables: names.readsTables }

  function judgeStatement(node: SyntaxNode): void {
    const { kind, name, children } = node
    if (kind === 'Explain') {
      if (!EXPLAINS.test(name)) throw refusedKind(name)
      const [options, query] = children[0]?.kind === 'Set' ? [1, children[1]] : [0, children[0]]
      if (query === undefined) throw refusedKind(name)
      judgeStatement(query)
      judgeOutput(children.slice(options + 1))
    } else if (kind === 'SelectWithUnionQuery' || kind === 'DescribeQuery') {
      const [query, ...output] = children
      if (query !== undefined) visit(query, node)
      judgeOutput(output)
    } else throw refusedKind(kind)
  }

  /** What follows a query: INTO OUTFILE and FORMAT. */
  function judgeOutput(nodes: readonly SyntaxNode[]): void {
    for (const { kind, name } of nodes) {
      if (kind === 'Set') throw settingsClause()
      if (kind === 'Identifier') refuseUnlessAllowed('format', name)
      else if (kind !== 'Literal' || outfile === undefined || name !== quoteString(outfile)) throw refusedKind(kind)
    }
  }

  function visit(node: SyntaxNode, parent: SyntaxNode, grandparent?: SyntaxNode): void {
    const { kind, name, children } = node
    if (kind === 'Set') throw settingsClause()
    if (kind === 'ColumnsApplyTransformer') throw denied('APPLY hides the function that it calls: write the call out')
    if (MATCHERS.has(kind)) names.matcher = true
    else if (!TRANSPARENT.has(kind)) throw refusedKind(kind)

    if (kind === 'TableExpression') {
      if (children[0]?.name !== 'system.one') names.readsTables = true
      // `AS t(a, b)` gives the columns other names.
      if (children[1]?.kind === 'ExpressionList') names.matcher = true
    }
    if (kind === 'Function') refuseUnlessAllowed(parent.kind === 'TableExpression' ? 'table' : 'function', name)
    if (kind === 'Identifier' || kind === 'TableIdentifier') {
      judgeIdentifier(name)
      // A function's name can stand for a lambda: arrayMap(file, …).
      if (
        grandparent?.kind === 'Function' &&
        TAKES_LAMBDA.test(grandparent.name) &&
        judgeName('function', name) !== 'unknown'
      ) {
        refuseUnlessAllowed('function', name)
      }
    }
    for (const child of children) visit(child, node, parent)
  }

  function judgeIdentifier(name: string): void {
    if (isForbiddenTable(name)) throw denied(`${name} tells of the server itself`)
    for (const column of hiddenColumnsOf(name)) names.hidden.add(column)
    for (const part of name.split('.')) names.seen.add(part)
  }
}

/** @throws {EngineError} 497 for a name that is refused, 46 or 73 for one that nobody knows. */
export function refuseUnlessAllowed(kind: NameKind, name: string): void {
  const verdict = judgeName(kind, name)
  if (verdict === 'allowed') return
  const what = `${kind === 'table' ? 'table function' : kind} ${name}`
  if (verdict !== 'unknown') throw denied(`${what} ${verdict.refused}`)
  if (kind === 'format') throw new EngineError(73, 'UNKNOWN_FORMAT', `Unknown format ${name}`)
  throw new EngineError(46, 'UNKNOWN_FUNCTION', `There is no ${what} that a user who only reads may call`)
}

function refuseHidden(names: { hidden: Set<string>; seen: Set<string>; matcher: boolean }): void {
  const columns = [...names.hidden]
  const named = columns.find(column => names.seen.has(column))
  if (named !== undefined) throw denied(`column ${named} of a system table tells paths of this machine`)
  if (names.matcher)
    throw denied(`* would read ${columns.join(', ')}, which tell paths of this machine: name the columns`)
}

const denied = (what: string) => new EngineError(497, 'ACCESS_DENIED', `Not enough privileges: ${what}`)
const settingsClause = () =>
  new EngineError(164, 'READONLY', 'A user that only reads gives settings in the URL, not in a SETTINGS clause')
const refusedKind = (kind: string) =>
  new EngineError(164, 'READONLY', `Cannot execute query in readonly mode: ${kind} is not for a user that only reads`)
