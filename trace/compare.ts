/** Orders values by `<`, for `toSorted`. */
export function compare<Value extends bigint | number | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}
