/** The values that can stand in a suggested call: ids as Errata makes them, cursors, numbers and words of ours. */
const OURS = /^[\w.:+-]{1,4000}$/

/**
 * A call as it is suggested: `get_trace(trace="0af7…")`. It is made of what Errata knows, never of what a sender wrote.
 *
 * @throws {TypeError} For a value that could be a sender's.
 */
export function suggestCall(tool: string, args: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(args).map(([name, value]) => {
    if (!OURS.test(String(value))) throw new TypeError(`A suggested call has a value that could be a sender's: ${name}`)
    return `${name}=${typeof value === 'number' ? value : `"${value}"`}`
  })
  return `${tool}(${written.join(', ')})`
}
