/**
 * Inserts HTML right behind a document's `<head>`.
 *
 * @param start The document's first bytes. Without a `<head>` among them nothing is inserted.
 * @param html Asked for when the head is there, with what begins the document.
 */
export function insertIntoHead(start: Uint8Array, html: (document: string) => string): Uint8Array {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  // A byte is a character in latin1, so places in the text are places in the bytes.
  const text = bytes.toString('latin1')
  const head = /<head(?:\s[^>]*)?>/i.exec(text)
  if (head === null) return start
  const at = head.index + head[0].length
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(html(text)), bytes.subarray(at)])
}
