import { setTimeout as wait } from 'node:timers/promises'

/**
 * Polls until a result is as expected.
 *
 * @param enough Whether a result is sufficient.
 */
export async function poll<T>(
  ask: () => Promise<T> | T,
  enough: (answer: T) => boolean,
  deadlineMs = 60_000,
): Promise<T> {
  const until = performance.now() + deadlineMs
  // Polls less often over time, because polling costs much on a busy machine.
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, 500)) {
    const answer = await ask()
    if (enough(answer)) return answer
    if (performance.now() > until) {
      throw new Error(`Not within ${deadlineMs / 1000} s; the last answer was ${JSON.stringify(answer)}`)
    }
    await wait(pauseMs)
  }
}
