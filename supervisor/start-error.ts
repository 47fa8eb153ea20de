/** A reason why the stack cannot start, in one sentence with what to do. Printed without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
