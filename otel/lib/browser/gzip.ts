/** More turns than Chromium's CompressionStream needs, for which it takes no task of its own. */
const turns = 200

/**
 * Compresses a text with gzip, or leaves it as it is where the browser cannot within the task at hand: a page that goes away
 * has no later one.
 */
export async function packed(text: string): Promise<string | Blob> {
  if (typeof CompressionStream === 'undefined') return text
  let blob: Blob | undefined
  compress(text).then(
    done => {
      blob = done
    },
    () => {},
  )
  for (let turn = 0; turn < turns && !blob; turn++) await null
  return blob ?? text
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
