const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Formats a number of bytes with a binary unit and three digits: `512 B`, `1.50 KiB`, `96.0 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}
