/**
 * CityHash128 of version 1.0.2, which ClickHouse's compressed frames carry as their checksum.
 *
 * @returns 16 bytes, the low half first, little-endian.
 * @see https://github.com/ClickHouse/ClickHouse/tree/master/contrib/cityhash102
 */
export function cityHash128(bytes: Uint8Array): Buffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.byteLength
  let pair: Pair
  if (length >= 16) pair = hashWithSeed(view, 16, length - 16, [u64(view, 0) ^ K3, u64(view, 8)])
  else if (length >= 8) {
    const seed: Pair = [u64(view, 0) ^ mul(BigInt(length), K0), u64(view, length - 8) ^ K1]
    pair = hashWithSeed(view, 0, 0, seed)
  } else pair = hashWithSeed(view, 0, length, [K0, K1])
  const out = Buffer.allocUnsafe(16)
  out.writeBigUInt64LE(pair[0], 0)
  out.writeBigUInt64LE(pair[1], 8)
  return out
}

type Pair = [bigint, bigint]

const MASK = (1n << 64n) - 1n
const K0 = 0xc3a5c85c97cb3127n
const K1 = 0xb492b66fbe98f273n
const K2 = 0x9ae16a3b2f90404fn
const K3 = 0xc949d7c7509e6557n
const KMUL = 0x9ddfea08eb382d69n

const u64 = (view: DataView, at: number) => view.getBigUint64(at, true)
const u32 = (view: DataView, at: number) => BigInt(view.getUint32(at, true))
const add = (...terms: bigint[]) => terms.reduce((sum, term) => sum + term, 0n) & MASK
const sub = (a: bigint, b: bigint) => (a - b) & MASK
const mul = (a: bigint, b: bigint) => (a * b) & MASK
const rotate = (value: bigint, by: bigint) => (by === 0n ? value : ((value >> by) | (value << (64n - by))) & MASK)
const shiftMix = (value: bigint) => value ^ (value >> 47n)

function hash16(low: bigint, high: bigint): bigint {
  const a = shiftMix(mul(low ^ high, KMUL))
  return mul(shiftMix(mul(high ^ a, KMUL)), KMUL)
}

function hashUpTo16(view: DataView, at: number, length: number): bigint {
  if (length > 8) {
    const a = u64(view, at)
    const b = u64(view, at + length - 8)
    return hash16(a, rotate(add(b, BigInt(length)), BigInt(length))) ^ b
  }
  if (length >= 4) return hash16(add(BigInt(length), u32(view, at) << 3n), u32(view, at + length - 4))
  if (length > 0) {
    const a = BigInt(view.getUint8(at))
    const b = BigInt(view.getUint8(at + (length >> 1)))
    const c = BigInt(view.getUint8(at + length - 1))
    const y = a + (b << 8n)
    const z = BigInt(length) + (c << 2n)
    return mul(shiftMix(mul(y, K2) ^ mul(z, K3)), K2)
  }
  return K2
}

function weakHash32(view: DataView, at: number, a: bigint, b: bigint): Pair {
  const w = u64(view, at)
  const x = u64(view, at + 8)
  const y = u64(view, at + 16)
  const z = u64(view, at + 24)
  const a1 = add(a, w)
  const b1 = rotate(add(b, a1, z), 21n)
  const a2 = add(a1, x, y)
  return [add(a2, z), add(b1, rotate(a2, 44n), a1)]
}

function cityMurmur(view: DataView, at: number, length: number, seed: Pair): Pair {
  let [a, b] = seed
  let c: bigint
  let d: bigint
  let left = length - 16
  if (left <= 0) {
    a = mul(shiftMix(mul(a, K1)), K1)
    c = add(mul(b, K1), hashUpTo16(view, at, length))
    d = shiftMix(add(a, length >= 8 ? u64(view, at) : c))
  } else {
    c = hash16(add(u64(view, at + length - 8), K1), a)
    d = hash16(add(b, BigInt(length)), add(c, u64(view, at + length - 16)))
    a = add(a, d)
    let s = at
    do {
      a = mul(a ^ mul(shiftMix(mul(u64(view, s), K1)), K1), K1)
      b ^= a
      c = mul(c ^ mul(shiftMix(mul(u64(view, s + 8), K1)), K1), K1)
      d ^= c
      s += 16
      left -= 16
    } while (left > 0)
  }
  a = hash16(a, c)
  b = hash16(d, b)
  return [a ^ b, hash16(b, a)]
}

function hashWithSeed(view: DataView, start: number, length: number, seed: Pair): Pair {
  if (length < 128) return cityMurmur(view, start, length, seed)
  let s = start
  let left = length
  let [x, y] = seed
  let z = mul(BigInt(length), K1)
  let v: Pair = [0n, 0n]
  v[0] = add(mul(rotate(y ^ K1, 49n), K1), u64(view, s))
  v[1] = add(mul(rotate(v[0], 42n), K1), u64(view, s + 8))
  let w: Pair = [add(mul(rotate(add(y, z), 35n), K1), x), mul(rotate(add(x, u64(view, s + 88)), 53n), K1)]
  do {
    for (let round = 0; round < 2; round++) {
      x = mul(rotate(add(x, y, v[0], u64(view, s + 16)), 37n), K1)
      y = mul(rotate(add(y, v[1], u64(view, s + 48)), 42n), K1)
      x ^= w[1]
      y ^= v[0]
      z = rotate(z ^ w[0], 33n)
      v = weakHash32(view, s, mul(v[1], K1), add(x, w[0]))
      w = weakHash32(view, s + 32, add(z, w[1]), y)
      ;[z, x] = [x, z]
      s += 64
    }
    left -= 128
  } while (left >= 128)
  y = add(y, mul(rotate(w[0], 37n), K0), z)
  x = add(x, mul(rotate(add(v[0], z), 49n), K0))
  for (let tail = 0; tail < left; ) {
    tail += 32
    y = add(mul(rotate(sub(y, x), 42n), K0), v[1])
    w[0] = add(w[0], u64(view, s + left - tail + 16))
    x = add(mul(rotate(x, 49n), K0), w[0])
    w[0] = add(w[0], v[0])
    v = weakHash32(view, s + left - tail, v[0], v[1])
  }
  x = hash16(x, v[0])
  y = hash16(y, w[0])
  return [add(hash16(add(x, v[1]), w[1]), y), hash16(add(x, w[1]), add(y, v[1]))]
}
