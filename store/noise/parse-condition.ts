/**
 * The part of the OpenTelemetry Transformation Language that the drop rules are written in, as far as it can be asked of what is stored:
 *
 *   or     = and { "or" and }         and = not { "and" not }         not = [ "not" ] one
 *   one    = "(" or ")" | "true" | "false" | IsMatch "(" value "," text ")" | value ("==" | "!=") (text | "nil" | kind)
 *   value  = path | Coalesce "(" "[" value { "," value } "]" ")"
 *   path   = context "." ("name" | "kind" | "attributes" "[" text "]") | "resource" "." "attributes" "[" text "]"
 *
 * A context is log, span or spanevent, and one condition has one.
 *
 * @see https://github.com/open-telemetry/opentelemetry-collector-contrib/blob/v0.161.0/pkg/ottl/LANGUAGE.md
 */
export type Condition =
  | { readonly is: 'any' | 'all'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition }
  | { readonly is: 'constant'; readonly value: boolean }
  | { readonly is: 'match'; readonly value: Value; readonly pattern: string }
  /** `to` is undefined for nil. */
  | { readonly is: 'equal'; readonly value: Value; readonly to: string | undefined }

export type Value =
  | { readonly is: 'attribute'; readonly of: 'item' | 'resource'; readonly key: string }
  | { readonly is: 'name' | 'kind' }
  | { readonly is: 'coalesce'; readonly of: readonly Value[] }

export type Context = 'log' | 'span' | 'spanevent'

/** `context` is undefined where the condition speaks of the resource alone, or of nothing. */
export type ParsedCondition =
  | { readonly condition: Condition; readonly context: Context | undefined }
  /** In a sentence; `at` is the place in the text, from 0. */
  | { readonly fault: string; readonly at: number }

const MOST_CHARS = 4_000
const MOST_DEPTH = 32

/** Reads one condition; never throws. */
export function parseCondition(text: string): ParsedCondition {
  try {
    if (text.length > MOST_CHARS) throw new Fault(`A condition has at most ${MOST_CHARS} characters.`, MOST_CHARS)
    return new Reader(tokensOf(text), text.length).read()
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message, at: error.at }
    throw error
  }
}

class Fault extends Error {
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

const TOKEN =
  /\s+|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[A-Za-z_]\w*)|(?<number>-?\d[\w.]*)|(?<sign>==|!=|<=|>=|[()[\].,<>=+*/-])|(?<other>[\s\S])/guy

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { index: at, groups = {} } of text.matchAll(TOKEN)) {
    const { text: quoted, word, number, sign, other } = groups
    if (other === '"') throw new Fault('A text that begins here has no end.', at)
    if (other !== undefined) throw new Fault(`"${other}" has no meaning here.`, at)
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

/** As Go reads a quoted text, but for the escapes of code points. */
function unquote(quoted: string, at: number): string {
  if (/[\n\r]/.test(quoted)) throw new Fault('A text ends on the line that it begins on: write \\n for a new line.', at)
  return quoted.slice(1, -1).replaceAll(/\\(.)/gsu, (whole: string, letter: string) => {
    const meant = ESCAPES.get(letter)
    if (meant === undefined) {
      throw new Fault(`${whole} is no escape in a text: a pattern's own backslash is written twice (\\\\d).`, at)
    }
    return meant
  })
}

/** As the exporter writes them. */
const KINDS: ReadonlyMap<string, string> = new Map(
  ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer'].map(kind => [
    `SPAN_KIND_${kind.toUpperCase()}`,
    kind,
  ]),
)
const CONTEXTS: readonly string[] = ['log', 'span', 'spanevent'] satisfies Context[]
const isContext = (word: string): word is Context => CONTEXTS.includes(word)

class Reader {
  #at = 0
  #context: Context | undefined
  readonly #tokens: readonly Token[]
  readonly #end: number

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens
    this.#end = end
  }

  read(): ParsedCondition {
    const condition = this.#any(0)
    const rest = this.#peek()
    if (rest !== undefined)
      throw new Fault(`"${rest.value}" was not expected here: conditions are joined by and, or.`, rest.at)
    return { condition, context: this.#context }
  }

  #any(depth: number): Condition {
    if (depth > MOST_DEPTH) throw new Fault(`Brackets are at most ${MOST_DEPTH} deep.`, this.#here())
    const of = [this.#all(depth)]
    while (this.#takes('word', 'or')) of.push(this.#all(depth))
    return of.length === 1 && of[0] !== undefined ? of[0] : { is: 'any', of }
  }

  #all(depth: number): Condition {
    const of = [this.#not(depth)]
    while (this.#takes('word', 'and')) of.push(this.#not(depth))
    return of.length === 1 && of[0] !== undefined ? of[0] : { is: 'all', of }
  }

  #not(depth: number): Condition {
    return this.#takes('word', 'not') ? { is: 'not', of: this.#one(depth) } : this.#one(depth)
  }

  #one(depth: number): Condition {
    if (this.#takes('sign', '(')) {
      const inner = this.#any(depth + 1)
      this.#needs(')')
      return inner
    }
    if (this.#takes('word', 'true')) return { is: 'constant', value: true }
    if (this.#takes('word', 'false')) return { is: 'constant', value: false }
    if (this.#takes('word', 'IsMatch')) {
      this.#needs('(')
      const value = this.#value()
      if (value.is === 'kind') throw new Fault('IsMatch reads texts; a span’s kind is compared with ==.', this.#here())
      this.#needs(',')
      const pattern = this.#text('A pattern is a text in double quotes.')
      this.#needs(')')
      return { is: 'match', value, pattern }
    }
    return this.#comparison(this.#value())
  }

  #comparison(value: Value): Condition {
    const sign = this.#peek()
    if (this.#takes('sign', '==')) return this.#equal(value)
    if (this.#takes('sign', '!=')) return { is: 'not', of: this.#equal(value) }
    const other = sign?.kind === 'sign' && /^[<>]/.test(sign.value)
    throw new Fault(
      other
        ? `${sign.value} cannot be tried: the store keeps values as texts. == and != can.`
        : 'Here stands == or !=.',
      this.#here(),
    )
  }

  #equal(value: Value): Condition {
    const token = this.#peek()
    if (value.is === 'kind') {
      const kind = KINDS.get(token?.value ?? '')
      if (kind === undefined) throw new Fault(`A span’s kind is one of ${[...KINDS.keys()].join(', ')}.`, this.#here())
      this.#at += 1
      return { is: 'equal', value, to: kind }
    }
    if (this.#takes('word', 'nil')) {
      if (value.is === 'name') throw new Fault('A name is never nil: compare it with a text.', token?.at ?? this.#end)
      return { is: 'equal', value, to: undefined }
    }
    return {
      is: 'equal',
      value,
      to: this.#text('What is compared with is a text in double quotes, or nil: the store keeps values as texts.'),
    }
  }

  #value(): Value {
    const first = this.#word(
      'Here stands a field such as span.attributes["url.path"], IsMatch(…), a bracket, true or false.',
    )
    if (first.value === 'Coalesce') return this.#coalesce()
    if (this.#peek()?.value === '(') {
      throw new Fault(`${first.value} cannot be tried on what is stored; IsMatch and Coalesce can.`, first.at)
    }
    this.#needs('.')
    const field = this.#word('Here stands the name of a field, such as attributes.')
    if (first.value !== 'resource') this.#isAbout(first)
    if (field.value === 'attributes') return this.#attribute(first)
    if (field.value === 'kind' && first.value === 'span') return { is: 'kind' }
    if (field.value === 'name' && (first.value === 'span' || first.value === 'spanevent')) return { is: 'name' }
    throw new Fault(
      `${first.value}.${field.value} cannot be tried on what is stored; attributes, span.name, span.kind and spanevent.name can.`,
      first.at,
    )
  }

  #coalesce(): Value {
    this.#needs('(')
    this.#needs('[')
    const of = [this.#value()]
    while (this.#takes('sign', ',')) of.push(this.#value())
    this.#needs(']')
    this.#needs(')')
    if (of.some(value => value.is !== 'attribute'))
      throw new Fault('Coalesce is tried of attributes alone.', this.#here())
    return { is: 'coalesce', of }
  }

  #attribute({ value }: Token): Value {
    this.#needs('[')
    const key = this.#text('The name of an attribute is a text in double quotes.')
    this.#needs(']')
    if (this.#peek()?.value === '[') throw new Fault('What lies within an attribute cannot be tried.', this.#here())
    return { is: 'attribute', of: value === 'resource' ? 'resource' : 'item', key }
  }

  #isAbout({ value, at }: Token): void {
    if (!isContext(value)) {
      throw new Fault(`A field begins with log, span, spanevent or resource, not with ${value}.`, at)
    }
    if (this.#context !== undefined && this.#context !== value) {
      throw new Fault(`One condition is about one kind of thing; this is about ${this.#context} and ${value}.`, at)
    }
    this.#context = value
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #here(): number {
    return this.#peek()?.at ?? this.#end
  }

  #takes(kind: Token['kind'], value: string): boolean {
    const token = this.#peek()
    if (token?.kind !== kind || token.value !== value) return false
    this.#at += 1
    return true
  }

  #needs(sign: string): void {
    if (!this.#takes('sign', sign)) throw new Fault(`Here stands ${sign}`, this.#here())
  }

  #word(otherwise: string): Token {
    const token = this.#peek()
    if (token?.kind !== 'word') throw new Fault(otherwise, this.#here())
    this.#at += 1
    return token
  }

  #text(otherwise: string): string {
    const token = this.#peek()
    if (token?.kind !== 'text') throw new Fault(otherwise, this.#here())
    this.#at += 1
    return token.value
  }
}
