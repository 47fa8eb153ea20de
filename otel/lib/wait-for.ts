/** Waits for work until it is done, or until the timeout. Rejects as the work does. */
export async function waitFor(work: Promise<unknown>, deadlineMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>(resolve => {
    timer = setTimeout(resolve, deadlineMs)
  })
  await Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}
