/**
 * Calls back if the body of a response fails while it is sent: the headers are gone by then, and no hook of the router tells. The response
 * stays the same object, because its class and its body may be the app's own. It sees readers from `getReader()`, with which the adapters
 * of all supported hosts read.
 */
export function watchBody({ body }: Response, onFailure: (reason: unknown) => void): void {
  if (body === null) return
  const { getReader } = body
  const watched = (...args: unknown[]) => {
    const reader: ReadableStreamDefaultReader = Reflect.apply(getReader, body, args)
    const { read } = reader
    const watchedRead = (...args: unknown[]) => {
      const chunk: Promise<unknown> = Reflect.apply(read, reader, args)
      // The promise of the reader itself is returned, so that a failure which nobody handles stays one.
      chunk.then(undefined, onFailure)
      return chunk
    }
    return Object.assign(reader, { read: watchedRead })
  }
  Object.assign(body, { getReader: watched })
}
