/** Why the engine cannot start; the message is one sentence for the user at the console. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
