/**
 * The functions of a source and their positions, so that a frame gets the name in the source: a minified stack has other names, and a map's
 * `names` are those of called functions, not of the enclosing one.
 */

/**
 * Functions of one source: names, and for each function start line, start column, end line, end column (all from 0), and the index of its
 * name.
 */
export interface FunctionTable {
  readonly names: readonly string[]
  readonly ranges: readonly number[]
}

/** Name of a map's field that has a table, or null, for each of its sources. ECMA-426 reserves `x_` for extensions. */
export const functionsField = 'x_errata_functions'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const classTypes = new Set(['ClassDeclaration', 'ClassExpression'])
/** Nodes that {@link nameFromContext} knows. */
const namingTypes = new Set([
  ...classTypes,
  ...['VariableDeclarator', 'AssignmentExpression', 'AssignmentPattern', 'Property', 'PropertyDefinition'],
  ...['MethodDefinition', 'JSXAttribute', 'ExportDefaultDeclaration', 'ClassBody', 'CallExpression'],
  ...['JSXExpressionContainer', 'ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'],
  ...['ConditionalExpression', 'LogicalExpression'],
])
const leafTypes = new Set(['Literal', 'Identifier', 'PrivateIdentifier', 'JSXIdentifier', 'JSXText', 'TemplateElement'])

/** Half of all nodes have nothing below them; a parameter may have decorators. */
const isLeaf = (node: Node & Fields) =>
  leafTypes.has(node.type) && !(Array.isArray(node['decorators']) && node['decorators'].length > 0)

/** Calls whose result is the function that they were given, or stands for it. */
const passThroughCall = /^(?:use[A-Z]|(?:memo|forwardRef)$)/

type Fields = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node & Fields =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/**
 * Lists the named functions of a program, outer before inner. A function without a name gets the name to which it is assigned, directly or
 * through a call such as `useCallback`; otherwise it is left out, so that its code belongs to the enclosing function.
 *
 * @param program ESTree, with offsets of the source.
 */
export function functionTable(source: string, program: unknown): FunctionTable {
  const names: string[] = []
  const indexes = new Map<string, number>()
  const found: { start: number; end: number; index: number }[] = []
  // Three lists and no object for each node: a build has millions of them.
  const left: unknown[] = [program]
  const leftNames = ['']
  const leftOwners = ['']
  const push = (node: unknown, name: string, owner: string) => {
    left.push(node)
    leftNames.push(name)
    leftOwners.push(owner)
  }
  while (left.length > 0) {
    const node = left.pop()
    const name = leftNames.pop() ?? ''
    const owner = leftOwners.pop() ?? ''
    if (Array.isArray(node)) {
      for (const inner of node) if (inner !== null) push(inner, name, owner)
      continue
    }
    if (!isNode(node) || isLeaf(node)) continue
    const isFunction = functionTypes.has(node.type)
    const called = isFunction || classTypes.has(node.type) ? (nameIn(node['id']) ?? name) : name
    if (isFunction && called !== '') {
      const index = indexes.get(called) ?? names.push(called) - 1
      indexes.set(called, index)
      found.push({ start: node.start, end: node.end, index })
    }
    const isNaming = namingTypes.has(node.type)
    for (const field in node) {
      const value = node[field]
      if (typeof value !== 'object' || value === null) continue
      if (!isNaming) push(value, '', '')
      else {
        const inField = nameFromContext(node, field, called, owner)
        push(value, inField.name, inField.owner)
      }
    }
  }
  const placeOf = createPlaceLookup(source)
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  return { names, ranges: found.flatMap(({ start, end, index }) => [...placeOf(start), ...placeOf(end), index]) }
}

/** Name of the innermost named function at a position; '' outside of all. @param line From 0, as the column. */
export function functionAt({ names, ranges }: FunctionTable, line: number, column: number): string {
  let name = ''
  for (let at = 0; at + 4 < ranges.length; at += 5) {
    const fromLine = ranges[at] ?? 0
    const toLine = ranges[at + 2] ?? 0
    if (fromLine > line) break
    const isAfterBegin = fromLine < line || (ranges[at + 1] ?? 0) <= column
    const isBeforeEnd = line < toLine || (line === toLine && column < (ranges[at + 3] ?? 0))
    if (isAfterBegin && isBeforeEnd) name = names[ranges[at + 4] ?? 0] ?? '' // the innermost starts last
  }
  return name
}

/** The name of a function in a field of a node, and the class of its methods. */
function nameFromContext(
  node: Node & Fields,
  field: string,
  name: string,
  owner: string,
): { name: string; owner: string } {
  switch (node.type) {
    case 'VariableDeclarator':
      return { name: field === 'init' ? (nameIn(node['id']) ?? '') : '', owner: '' }
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return { name: field === 'right' ? (nameIn(node['left']) ?? '') : '', owner: '' }
    case 'Property':
      return { name: field === 'value' ? (nameIn(node['key']) ?? '') : '', owner: '' }
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return { name: field === 'value' ? memberName(owner, nameIn(node['key'])) : '', owner: '' }
    case 'JSXAttribute':
      return { name: nameIn(node['name']) ?? '', owner: '' }
    case 'ExportDefaultDeclaration':
      return { name: 'default', owner: '' }
    case 'ClassDeclaration':
    case 'ClassExpression':
      return { name: '', owner: name }
    case 'ClassBody':
      return { name: '', owner }
    case 'CallExpression':
      return {
        name: field === 'arguments' && passThroughCall.test(nameIn(node['callee']) ?? '') ? name : '',
        owner: '',
      }
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return { name, owner: '' }
    default:
      return { name: '', owner: '' }
  }
}

const memberName = (owner: string, name = '') =>
  name === 'constructor' ? owner : [owner, name].filter(Boolean).join('.')

function nameIn(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'MemberExpression') return nameIn(node['property'])
  const name = node['name'] ?? node['value']
  if (typeof name !== 'string' || name === '') return undefined
  return node.type === 'PrivateIdentifier' ? `#${name}` : name
}

/** @returns Line and column, from 0, of an offset. */
function createPlaceLookup(source: string): (offset: number) => [number, number] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return offset => {
    let low = 0
    for (let high = starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return [low, offset - (starts[low] ?? 0)]
  }
}
