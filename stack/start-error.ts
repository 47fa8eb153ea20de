/** A reason why the stack cannot start, in one sentence that says what to do. It is printed alone, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
