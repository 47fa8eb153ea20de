/** Why there is no Collector; the message is one sentence that says what to do. */
export class CollectorError extends Error {
  override readonly name = 'CollectorError'
}
