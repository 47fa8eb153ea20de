/** What keeps the engine from starting; its message is one sentence for the person at the console. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
