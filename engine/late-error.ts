import { randomBytes } from 'node:crypto'

/** Announced in X-ClickHouse-Exception-Tag, so that rows cannot be taken for an error. */
export function newExceptionTag(): string {
  return randomBytes(8).toString('hex')
}

/**
 * What ends a result whose query failed after the status was sent. Goes out in one piece, because clients look for it
 * in the last piece.
 *
 * @param text The error with its line feed.
 * @see https://clickhouse.com/docs/interfaces/http#http_response_codes_caveats
 */
export function exceptionBlock(text: string, tag: string): Buffer {
  const message = `${text.trimEnd()}\n`
  return Buffer.from(
    `\r\n__exception__\r\n${tag}\r\n${message}${Buffer.byteLength(message)} ${tag}\r\n__exception__\r\n`,
  )
}
