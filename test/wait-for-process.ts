/**
 * Waits for a starting process as long as a busy machine may need.
 *
 * @throws {Error} With its output after the timeout.
 */
export async function waitForProcess<T>(promise: Promise<T>, printed: () => string, deadlineMs = 120_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${deadlineMs / 1000} s; printed: ${printed()}`)), deadlineMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
