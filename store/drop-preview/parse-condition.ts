/**
 * The subset of the OpenTelemetry Transformation Language that drop rules use and that stored data can answer:
 *
 *   or     = and { "or" and }         and = not { "and" not }         not = [ "not" ] one
 *   one    = "(" or ")" | "true" | "false" | IsMatch "(" value "," text ")" | value ("==" | "!=") (text | "nil" | kind)
 *   value  = path | Coalesce "(" "[" value { "," value } "]" ")"
 *   path   = context "." ("name" | "kind" | "attributes" "[" text "]") | "resource" "." "attributes" "[" text "]"
 *
 * A context is log, span or spanevent; a condition has one context.
 *
 * @see https://github.com/open-telemetry/opentelemetry-collector-contrib/blob/v0.161.0/pkg/ottl/LANGUAGE.md
 */
export type DropCondition =
  | { readonly is: 'any' | 'all'; readonly of: readonly DropCondition[] }
  | { readonly is: 'not'; readonly of: DropCondition }
  | { readonly is: 'constant'; readonly value: boolean }
  | { readonly is: 'match'; readonly value: DropConditionValue; readonly pattern: string }
  /** `to` is undefined for nil. */
  | { readonly is: 'equal'; readonly value: DropConditionValue; readonly to: string | undefined }

export type DropConditionValue =
  | { readonly is: 'attribute'; readonly of: 'item' | 'resource'; readonly key: string }
  | { readonly is: 'name' | 'kind' }
  | { readonly is: 'coalesce'; readonly of: readonly DropConditionValue[] }

export type DropConditionContext = 'log' | 'span' | 'spanevent'

/** `context` is undefined if the condition refers only to the resource, or to nothing. */
export type ParsedCondition =
  | { readonly condition: DropCondition; readonly context: DropConditionContext | undefined }
  /** One sentence; `at` is the position in the text, from 0. */
  | { readonly fault: string; readonly at: number }

const MAX_CHARS = 4_000
const MAX_DEPTH = 32

/** Parses one condition; never throws. */
export function parseCondition(text: string): ParsedCondition {
  try {
    if (text.length > MAX_CHARS)
      throw new ConditionSyntaxError(`A condition has at most ${MAX_CHARS} characters.`, MAX_CHARS)
    return readTokens(tokensOf(text), text.length)
  } catch (error) {
    if (error instanceof ConditionSyntaxError) return { fault: error.message, at: error.at }
    throw error
  }
}

class ConditionSyntaxError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'number'
  readonly value: string
  readonly at: number
}

const TOKEN_PATTERN =
  /\s+|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[A-Za-z_]\w*)|(?<number>-?\d[\w.]*)|(?<sign>==|!=|<=|>=|[()[\].,<>=+*/-])|(?<other>[\s\S])/guy

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { index: at, groups = {} } of text.matchAll(TOKEN_PATTERN)) {
    const { text: quoted, word, number, sign, other } = groups
    if (other === '"') throw new ConditionSyntaxError('A text that begins here has no end.', at)
    if (other !== undefined) throw new ConditionSyntaxError(`"${other}" has no meaning here.`, at)
    if (quoted !== undefined) tokens.push({ kind: 'text', value: unquote(quoted, at), at })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word, at })
    else if (number !== undefined) tokens.push({ kind: 'number', value: number, at })
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign, at })
  }
  return tokens
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['"', '"'],
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
])

/** Unquotes text as Go does, except for code point escapes. */
function unquote(quoted: string, at: number): string {
  if (/[\n\r]/.test(quoted))
    throw new ConditionSyntaxError('A text ends on the line that it begins on: write \\n for a new line.', at)
  return quoted.slice(1, -1).replaceAll(/\\(.)/gsu, (whole: string, letter: string) => {
    const meant = ESCAPES.get(letter)
    if (meant === undefined) {
      throw new ConditionSyntaxError(
        `${whole} is no escape in a text: a pattern's own backslash is written twice (\\\\d).`,
        at,
      )
    }
    return meant
  })
}

/** As the exporter writes them. */
const SPAN_KINDS: ReadonlyMap<string, string> = new Map(
  ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer'].map(kind => [
    `SPAN_KIND_${kind.toUpperCase()}`,
    kind,
  ]),
)
const CONTEXTS: readonly string[] = ['log', 'span', 'spanevent'] satisfies DropConditionContext[]
const isContext = (word: string): word is DropConditionContext => CONTEXTS.includes(word)

function readTokens(tokens: readonly Token[], end: number): ParsedCondition {
  let place = 0
  let about: DropConditionContext | undefined
  return read()

  function read(): ParsedCondition {
    const condition = readAny(0)
    const rest = peek()
    if (rest !== undefined)
      throw new ConditionSyntaxError(
        `"${rest.value}" was not expected here: conditions are joined by and, or.`,
        rest.at,
      )
    return { condition, context: about }
  }

  function readAny(depth: number): DropCondition {
    if (depth > MAX_DEPTH) throw new ConditionSyntaxError(`Brackets are at most ${MAX_DEPTH} deep.`, here())
    const of = [readAll(depth)]
    while (takes('word', 'or')) of.push(readAll(depth))
    return of.length === 1 && of[0] !== undefined ? of[0] : { is: 'any', of }
  }

  function readAll(depth: number): DropCondition {
    const of = [readNot(depth)]
    while (takes('word', 'and')) of.push(readNot(depth))
    return of.length === 1 && of[0] !== undefined ? of[0] : { is: 'all', of }
  }

  function readNot(depth: number): DropCondition {
    return takes('word', 'not') ? { is: 'not', of: readOne(depth) } : readOne(depth)
  }

  function readOne(depth: number): DropCondition {
    if (takes('sign', '(')) {
      const inner = readAny(depth + 1)
      needs(')')
      return inner
    }
    if (takes('word', 'true')) return { is: 'constant', value: true }
    if (takes('word', 'false')) return { is: 'constant', value: false }
    if (takes('word', 'IsMatch')) {
      needs('(')
      const value = readValue()
      if (value.is === 'kind')
        throw new ConditionSyntaxError('IsMatch reads texts; a span’s kind is compared with ==.', here())
      needs(',')
      const pattern = readText('A pattern is a text in double quotes.')
      needs(')')
      return { is: 'match', value, pattern }
    }
    return readComparison(readValue())
  }

  function readComparison(value: DropConditionValue): DropCondition {
    const sign = peek()
    if (takes('sign', '==')) return readEqual(value)
    if (takes('sign', '!=')) return { is: 'not', of: readEqual(value) }
    const other = sign?.kind === 'sign' && /^[<>]/.test(sign.value)
    throw new ConditionSyntaxError(
      other
        ? `${sign.value} cannot be tried: the store keeps values as texts. == and != can.`
        : 'Here stands == or !=.',
      here(),
    )
  }

  function readEqual(value: DropConditionValue): DropCondition {
    const token = peek()
    if (value.is === 'kind') {
      const kind = SPAN_KINDS.get(token?.value ?? '')
      if (kind === undefined)
        throw new ConditionSyntaxError(`A span’s kind is one of ${[...SPAN_KINDS.keys()].join(', ')}.`, here())
      place += 1
      return { is: 'equal', value, to: kind }
    }
    if (takes('word', 'nil')) {
      if (value.is === 'name')
        throw new ConditionSyntaxError('A name is never nil: compare it with a text.', token?.at ?? end)
      return { is: 'equal', value, to: undefined }
    }
    return {
      is: 'equal',
      value,
      to: readText('What is compared with is a text in double quotes, or nil: the store keeps values as texts.'),
    }
  }

  function readValue(): DropConditionValue {
    const first = readWord(
      'Here stands a field such as span.attributes["url.path"], IsMatch(…), a bracket, true or false.',
    )
    if (first.value === 'Coalesce') return readCoalesce()
    if (peek()?.value === '(') {
      throw new ConditionSyntaxError(
        `${first.value} cannot be tried on what is stored; IsMatch and Coalesce can.`,
        first.at,
      )
    }
    needs('.')
    const field = readWord('Here stands the name of a field, such as attributes.')
    if (first.value !== 'resource') keepTo(first)
    if (field.value === 'attributes') return readAttribute(first)
    if (field.value === 'kind' && first.value === 'span') return { is: 'kind' }
    if (field.value === 'name' && (first.value === 'span' || first.value === 'spanevent')) return { is: 'name' }
    throw new ConditionSyntaxError(
      `${first.value}.${field.value} cannot be tried on what is stored; attributes, span.name, span.kind and spanevent.name can.`,
      first.at,
    )
  }

  function readCoalesce(): DropConditionValue {
    needs('(')
    needs('[')
    const of = [readValue()]
    while (takes('sign', ',')) of.push(readValue())
    needs(']')
    needs(')')
    if (of.some(value => value.is === 'kind' || value.is === 'coalesce'))
      throw new ConditionSyntaxError('Coalesce takes attributes and names alone.', here())
    return { is: 'coalesce', of }
  }

  function readAttribute({ value }: Token): DropConditionValue {
    needs('[')
    const key = readText('The name of an attribute is a text in double quotes.')
    needs(']')
    if (peek()?.value === '[') throw new ConditionSyntaxError('What lies within an attribute cannot be tried.', here())
    return { is: 'attribute', of: value === 'resource' ? 'resource' : 'item', key }
  }

  function keepTo({ value, at }: Token): void {
    if (!isContext(value)) {
      throw new ConditionSyntaxError(`A field begins with log, span, spanevent or resource, not with ${value}.`, at)
    }
    if (about !== undefined && about !== value) {
      throw new ConditionSyntaxError(
        `One condition is about one kind of thing; this is about ${about} and ${value}.`,
        at,
      )
    }
    about = value
  }

  function peek(): Token | undefined {
    return tokens[place]
  }

  function here(): number {
    return peek()?.at ?? end
  }

  function takes(kind: Token['kind'], value: string): boolean {
    const token = peek()
    if (token?.kind !== kind || token.value !== value) return false
    place += 1
    return true
  }

  function needs(sign: string): void {
    if (!takes('sign', sign)) throw new ConditionSyntaxError(`Here stands ${sign}`, here())
  }

  function readWord(otherwise: string): Token {
    const token = peek()
    if (token?.kind !== 'word') throw new ConditionSyntaxError(otherwise, here())
    place += 1
    return token
  }

  function readText(otherwise: string): string {
    const token = peek()
    if (token?.kind !== 'text') throw new ConditionSyntaxError(otherwise, here())
    place += 1
    return token.value
  }
}
