/** ClickHouse takes 131,072 bytes of a parameter (`http_max_field_value_size`), which no query can raise. */
const MAX_BYTES = 110_000

/** The first names that fit into one query parameter; a query with a longer list would fail. */
export function limitToParameterSize<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  let bytes = 0
  const end = all.findIndex(one => {
    bytes += Buffer.byteLength(nameOf(one)) + 3
    return bytes > MAX_BYTES
  })
  return end === -1 ? [...all] : all.slice(0, end)
}

/** Whether these names fit into one query parameter. */
export const fitsInQueryParameter = (names: readonly string[]): boolean =>
  limitToParameterSize(names, name => name).length === names.length
