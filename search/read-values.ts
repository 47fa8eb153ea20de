const UNIT_NS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  '': 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  min: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
}

/** Nanoseconds of `300ms`, `1.5s` or `2min`; milliseconds without a unit. @returns `undefined` for anything else */
export function readDurationNs(text: string): bigint | undefined {
  const [, whole = '', fraction = '', unit = ''] =
    /^(\d{1,9})(?:\.(\d{1,9}))?(ns|us|µs|ms|s|m|min|h|d|)$/.exec(text) ?? []
  const unitNs = UNIT_NS[unit]
  if (whole === '' || unitNs === undefined) return undefined
  return (BigInt(whole + fraction) * unitNs) / 10n ** BigInt(fraction.length)
}

const SIZES: Readonly<Record<string, number>> = {
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

/** A number, also as `1e20`, and in bytes as `2KB`. @returns `undefined` for anything else, and for what is too large */
export function readNumber(text: string): number | undefined {
  const [, digits = '', size = ''] =
    /^([+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?)((?:[KMG]i?B)?)$/.exec(text) ?? []
  const number = digits === '' ? Number.NaN : Number(digits) * (SIZES[size] ?? 1)
  return Number.isFinite(number) ? number : undefined
}

/** `5xx` as the numbers from 500 to 599. */
export function readStatusClass(text: string): readonly [number, number] | undefined {
  const [, first = ''] = /^([1-5])xx$/i.exec(text) ?? []
  return first === '' ? undefined : [Number(first) * 100, Number(first) * 100 + 99]
}
