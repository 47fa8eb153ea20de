/** Writes integers in as few bytes as they need: seven bits a byte, the lowest first, as LEB128 and protocol buffers do. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #at = 0

  /** @param sizeHint bytes that will probably be written */
  constructor(sizeHint: number) {
    this.#bytes = new Uint8Array(Math.max(64, sizeHint))
  }

  /** @param value a whole number from 0 to 2^53 - 1 */
  integer(value: number): void {
    this.#reserve(8)
    let rest = value
    // Above 31 bits without bitwise operators, which would cut the number.
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#at++] = (rest % 0x80) + 0x80
    this.#bytes[this.#at++] = rest
  }

  /** A whole number that may be negative; its sign is the lowest bit. At most 2^52 from 0. */
  signed(value: number): void {
    this.integer(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** @param digits 16 hex digits */
  hex(digits: string): void {
    this.#reserve(8)
    for (let at = 0; at < 16; at += 2) this.#bytes[this.#at++] = Number.parseInt(digits.slice(at, at + 2), 16)
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.integer(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at)
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + size))
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}

/** Reads what {@link ByteWriter} wrote. All its methods throw a RangeError at the end. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  integer(): number {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#next()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }

  signed(): number {
    const value = this.integer()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  hex(): string {
    let digits = ''
    for (let count = 0; count < 8; count++) digits += HEX[this.#next()] ?? ''
    return digits
  }

  text(): string {
    const length = this.integer()
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    if (bytes.length < length) throw new RangeError('The bytes end too early')
    this.#at += length
    return new TextDecoder().decode(bytes)
  }

  #next(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new RangeError('The bytes end too early')
    return byte
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
