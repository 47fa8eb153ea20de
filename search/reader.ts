/** Reads a text from left to right. */
export class TextReader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** The next character; a space at the end. */
  peek(): string {
    return this.text[this.at] ?? ' '
  }

  skipSpaces(): number {
    while (!this.isAtEnd() && /\s/.test(this.peek())) this.at += 1
    return this.at
  }

  takes(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false
    this.at += sign.length
    return true
  }

  /** Whether a word in capitals follows, on its own. */
  peeksWord(word: string): boolean {
    const after = this.text[this.at + word.length] ?? ' '
    return this.text.startsWith(word, this.at) && /[\s()[\]"]/.test(after)
  }

  takesWord(word: string): boolean {
    if (!this.peeksWord(word)) return false
    this.at += word.length
    return true
  }

  /** At least one character, up to a space, a bracket that the word does not open, or one of `stops`. */
  takeWord(stops = ''): string {
    const from = this.at
    const open: string[] = []
    do {
      const next = this.peek()
      if (next === '(') open.push(')')
      else if (next === '[') open.push(']')
      else if (next === open.at(-1)) open.pop()
      this.at += 1
    } while (!this.isAtEnd() && !this.#ends(open, stops))
    return this.text.slice(from, this.at)
  }

  #ends(open: readonly string[], stops: string): boolean {
    const next = this.peek()
    if (/\s/.test(next) || stops.includes(next)) return true
    return (next === ')' || next === ']') && next !== open.at(-1)
  }

  /** The text between quotes; a backslash escapes a quote or a backslash. */
  takeQuoted(): { readonly text: string; readonly isClosed: boolean } {
    const [whole = '"', inner = ''] = /^"((?:[^"\\]|\\[\s\S])*)/.exec(this.text.slice(this.at)) ?? []
    this.at += whole.length
    const isClosed = this.takes('"')
    if (!isClosed) this.at = this.text.length
    return { text: inner.replaceAll(/\\(["\\])/g, '$1'), isClosed }
  }
}
