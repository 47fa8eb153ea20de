/**
 * Inserts HTML directly after a document's `<head>`.
 *
 * @param start The document's first bytes. Without a `<head>` among them nothing is inserted.
 * @param html Called with the start of the document if there is a head.
 */
export function insertIntoHead(start: Uint8Array, html: (document: string) => string): Uint8Array {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  // In latin1 a byte is a character, so positions in the text are positions in the bytes.
  const text = bytes.toString('latin1')
  const head = /<head(?:\s[^>]*)?>/i.exec(text)
  if (head === null) return start
  const at = head.index + head[0].length
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(html(text)), bytes.subarray(at)])
}
