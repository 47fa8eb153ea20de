/** A beginning that is worth cutting is at least this long. */
const MIN_COMMON_CHARS = 8

/** Cuts what all texts start with, up to a separator, so that what differs has room: `…/cart` and `…/search`. '' stays. */
export function cutCommonStart(texts: readonly string[]): readonly string[] {
  const [first = '', ...others] = texts.filter(text => text !== '')
  if (others.length === 0) return texts
  let length = 0
  while (length < first.length && others.every(other => other[length] === first[length])) length += 1
  // The separator itself stays.
  const cut = Math.max(...['/', '.', ' ', '?', ':'].map(separator => first.lastIndexOf(separator, length - 1)))
  if (cut < MIN_COMMON_CHARS) return texts
  return texts.map(text => text && `…${text.slice(cut)}`)
}

/** Whether values are measurements or structures, of which each is almost its own: they are no choice. */
export function isMeasured(values: readonly string[]): boolean {
  const some = values.filter(value => value !== '')
  if (some.some(value => /^[[{]/.test(value))) return true
  return (
    some.length > 5 &&
    some.every(value => value.trim() !== '' && Number.isFinite(Number(value))) &&
    some.some(value => value.includes('.'))
  )
}
