export const encodeUtf8 = (text: string) => new TextEncoder().encode(text)

/**
 * Compresses with gzip; `undefined` if the browser cannot. Chromium needs no separate task if the stream is read directly, so it also
 * finishes in a page that is left.
 */
export const compressGzip = (plain: Uint8Array<ArrayBuffer>) => compress(plain).catch(() => undefined)

async function compress(plain: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const { readable, writable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  const written = Promise.all([writer.write(plain), writer.close()])
  const parts: BlobPart[] = []
  const reader = readable.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
  await written
  return new Blob(parts)
}
