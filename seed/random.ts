/** Reproducible random numbers: equal keys give equal numbers on every machine. */
export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number
  /** A whole number from 0 to `below`, exclusive. */
  int(below: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** Lower-case hex. */
  hex(digits: number): string
  /** Microseconds around a median in milliseconds, with the long tail of latencies. @param spread of the logarithm */
  latencyUs(medianMs: number, spread?: number): number
}

/** A generator for each set of keys: sfc32 seeded by a hash. */
export function seededRandom(...keys: readonly (string | number)[]): Random {
  let [a, b, c, counter] = hashOf(keys.join('\u0000'))
  const bits = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let turn = 0; turn < 12; turn += 1) bits()
  const next = () => bits() / 2 ** 32
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick: ([first, ...rest]) => rest[int(rest.length + 1) - 1] ?? first,
    hex(digits) {
      let text = ''
      while (text.length < digits) text += bits().toString(16).padStart(8, '0')
      return text.slice(0, digits)
    },
    latencyUs(medianMs, spread = 0.45) {
      // Box and Muller; 1 - next() is never 0.
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.max(20, Math.round(medianMs * 1000 * Math.exp(spread * normal)))
    },
  }
}

/** Four words by FNV-1a, each with another start value. */
function hashOf(text: string): [number, number, number, number] {
  const word = (start: number) => {
    let hash = start
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    return hash | 0
  }
  return [word(0x811c9dc5), word(0x1b873593), word(0x2545f491), word(0x9e3779b9)]
}
