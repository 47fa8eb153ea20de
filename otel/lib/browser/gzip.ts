/**
 * Compresses a text with gzip, or leaves it as it is where the browser cannot. Chromium takes no task of its own for it when the
 * stream is read directly, so that it also ends in a page that goes away.
 */
export async function packed(text: string): Promise<string | Blob> {
  if (typeof CompressionStream === 'undefined') return text
  try {
    return await compress(text)
  } catch {
    // The text itself will do.
    return text
  }
}

async function compress(text: string): Promise<Blob> {
  const { readable, writable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  const written = Promise.all([writer.write(new TextEncoder().encode(text)), writer.close()])
  const parts: BlobPart[] = []
  const reader = readable.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
  await written
  return new Blob(parts)
}
