import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks again and again until the answer is what is waited for.
 *
 * @param enough tells whether the answer will do.
 * @returns The answer that did.
 * @throws {Error} With the last answer when the deadline passes.
 */
export async function poll<T>(
  ask: () => Promise<T> | T,
  enough: (answer: T) => boolean,
  deadlineMs = 60_000,
): Promise<T> {
  const until = performance.now() + deadlineMs
  // What takes long is asked for less often: on a busy machine the asking would be a good part of the work.
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, 500)) {
    const answer = await ask()
    if (enough(answer)) return answer
    if (performance.now() > until) {
      throw new Error(`Not within ${deadlineMs / 1000} s; the last answer was ${JSON.stringify(answer)}`)
    }
    await wait(pauseMs)
  }
}
